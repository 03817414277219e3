import type { AuditEvent } from '../../platform/audit/store.ts'
import { CannotRun } from '../../platform/command-line.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { closeAccount, type EraseParts, type Erasing, eraseMember } from '../../staff/records/erase.ts'
import { countPeople, deleteBrand, findRemaining, listAccounts } from './brand-store.ts'

/**
 * Erases every member of a brand, one after another, then its shoppers, and last what belongs to the brand itself. May be stopped after
 * each person and run again. Returns how many people it erased. Throws CannotRun while a legal hold stands.
 */
export async function removeBrand(
  database: Database,
  brand: string,
  parts: EraseParts & {
    readonly record: (tx: Tx, events: readonly AuditEvent[]) => Promise<void>
    readonly progress: (erased: number) => void
    readonly signal: AbortSignal | undefined
  },
  erasing: Erasing,
): Promise<number> {
  const { held } = await countPeople(database.read, brand)
  if (held > 0)
    throw new CannotRun(
      `${held} members of ${brand} are under a legal hold: lift it first, or erase the others one by one.`,
    )
  let erased = 0
  for (;;) {
    const next = await findRemaining(database.read, brand)
    if (next === null || parts.signal?.aborted) break
    await database.transaction(async (tx) => {
      await eraseMember(tx, next, parts, erasing)
      await parts.record(tx, [{ action: 'member.erase', memberId: next, recordType: 'member', recordId: next }])
    })
    erased += 1
    parts.progress(erased)
  }
  if (parts.signal?.aborted) return erased
  await closeShoppers(database, brand, parts, erasing)
  await database.transaction(async (tx) => {
    await deleteBrand(tx, brand)
    await parts.record(tx, [{ action: 'brand.remove', recordType: 'brand', recordId: brand }])
  })
  return erased
}

async function closeShoppers(database: Database, brand: string, parts: EraseParts, erasing: Erasing): Promise<void> {
  for (const account of await listAccounts(database.read, brand))
    await database.transaction((tx) => closeAccount(tx, account, parts, erasing.now))
}

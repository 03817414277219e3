import { nameClaims } from '../../member/claims/naming.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockNames } from './lock-names-statement.ts'
import { ImportStopped, type Machine } from './machine.ts'
import { listDue, listReferring, noteProgress } from './naming-store.ts'
import { addressesOfParties, namesOfParties } from './people-store.ts'
import { nameRecords } from './record-store.ts'

/** How many providers are processed at a time, and for how many members. */
const [partiesAtOnce, membersAtOnce] = [50, 500]

/**
 * Fills the names of some providers that came late (`noteNamed`) into claims and records, as if they had come first. Returns false once
 * none is left.
 */
async function nameSome(tx: Tx): Promise<boolean> {
  await lockNames(tx, 'alone')
  const due = await listDue(tx, partiesAtOnce)
  if (due.length === 0) return false
  const ids = due.map(({ id }) => id)
  const each = Math.floor(membersAtOnce / due.length)
  const found = new Map<string, Awaited<ReturnType<typeof listReferring>>>()
  for (const one of due) found.set(one.id, await listReferring(tx, one, each))
  for (const [brand, some] of Map.groupBy([...found.values()].flat(), (one) => one.brand)) {
    const members = [...new Set(some.map(({ memberId }) => memberId))]
    const names = await namesOfParties(tx, brand, ids)
    await nameClaims(tx, members, names)
    await nameRecords(tx, members, { names, addresses: await addressesOfParties(tx, brand, ids) })
  }
  await noteProgress(
    tx,
    [...found].map(([id, own]) => ({ id, after: own.length < each ? null : (own.at(-1)?.memberId ?? null) })),
  )
  return true
}

/** Fills in the names of providers in what was imported before them, a part at a time: the next run continues an interrupted one. */
export async function nameReferring(machine: Machine, signal: AbortSignal | undefined): Promise<void> {
  for (let isMore = true; isMore; ) {
    if (signal?.aborted) throw new ImportStopped()
    isMore = await machine.inTransaction(nameSome)
  }
}

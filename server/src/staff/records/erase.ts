import { v7 as uuidv7 } from 'uuid'
import { endGrants } from '../../apis/connect/grant-store.ts'
import { closeRows } from '../../identity/accounts/closing-store.ts'
import { readHold } from '../../identity/accounts/legal-hold.ts'
import type { Sessions } from '../../identity/sessions/sessions.ts'
import { endViewings } from '../../identity/sessions/viewing.ts'
import type { AuditContext } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockAccount, lockMember } from '../../platform/db/row-locks.ts'
import type { ErasureReceipt } from '../../platform/db/tables.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { deleteOldThreads, readOldestThread } from './correspondence-store.ts'
import {
  countOwn,
  deleteKin,
  deleteOwn,
  dropLetters,
  emptyColumns,
  endOwnAccess,
  giveUpFiles,
  insertErasure,
  listAccounts,
  listInOrder,
  listViewers,
  renumberErased,
} from './erasing-store.ts'
import { correspondenceYears, findFate } from './fates.ts'

/** A legal hold applies: nothing may be erased. */
export class HeldError extends Error {
  readonly matter: string

  constructor(matter: string) {
    super(`A legal hold stands: ${matter}`)
    this.matter = matter
  }
}

export interface EraseParts {
  readonly sessions: Sessions
  readonly limits: Pick<Limits, 'forgetLogin'>
}

export interface Erasing extends AuditContext {
  readonly reason: string
  readonly by: string
}

/**
 * Erases a member (RG-3): closes their accounts, ends all access to and by them, deletes what we need not keep, empties what only links
 * rows, and stores a receipt. Repeated later, it erases what had to be kept until then. Throws HeldError.
 */
export async function eraseMember(
  tx: Tx,
  memberId: string,
  { sessions, limits }: EraseParts,
  erasing: Erasing,
): Promise<ErasureReceipt> {
  const { now, reason, by } = erasing
  const owned = await listAccounts(tx, memberId)
  for (const { account_id } of owned) await lockAccount(tx, account_id)
  await lockMember(tx, memberId)
  const hold = await readHold(tx, memberId)
  if (hold !== null) throw new HeldError(hold.matter)
  await endAccess(tx, memberId, sessions, erasing)
  const addresses = owned.flatMap(({ email }) => (email === null ? [] : [email]))
  await dropLetters(tx, memberId, addresses)
  for (const account of owned) await closeAccount(tx, account, { sessions, limits }, now)
  const receipt = await eraseRows(tx, memberId, now)
  const row = { erasure_id: uuidv7(), member_id: memberId, reason, erased_by: by, erased_at: now }
  await insertErasure(tx, { ...row, receipt: JSON.stringify(receipt) })
  return receipt
}

/** Closes an account as its owner could: nobody can sign in, and its personal data goes. */
export async function closeAccount(
  tx: Tx,
  { account_id: accountId, login_id: loginId }: { readonly account_id: string; readonly login_id: string },
  { sessions, limits }: EraseParts,
  now: Date,
): Promise<void> {
  await endGrants(tx, { accountId }, { reason: 'account-closed', now })
  await endOwnAccess(tx, accountId, now)
  await closeRows(tx, 'account', accountId)
  await sessions.endAll(tx, accountId, { except: null, reason: 'account-closed', now })
  await limits.forgetLogin(tx, loginId)
}

async function eraseRows(tx: Tx, memberId: string, now: Date): Promise<ErasureReceipt> {
  const erased: Record<string, number> = {}
  const kept: Record<string, { readonly rows: number; readonly why: string }> = {}
  const note = (table: string, rows: number) => {
    if (rows > 0) erased[table] = (erased[table] ?? 0) + rows
  }
  for (const [table, rows] of Object.entries(await deleteOldThreads(tx, memberId, subtractYears(now))))
    note(table, rows)
  note('staff_draft', await deleteOwn(tx, 'staff_draft', memberId))
  note('attachment', await giveUpFiles(tx, memberId))
  note('former_kin', await deleteKin(tx, memberId))
  for (const table of await listInOrder(tx)) {
    const fate = findFate(table)
    if (fate === null) note(table, await deleteOwn(tx, table, memberId))
    else {
      const rows = await countOwn(tx, table, memberId)
      if (rows > 0) kept[table] = { rows, why: fate.why }
      if (rows > 0 && fate.becomes !== undefined) await emptyColumns(tx, table, memberId, fate.becomes)
    }
  }
  await renumberErased(tx, memberId)
  const oldest = await readOldestThread(tx, memberId)
  return { erased, kept, again: oldest === null ? null : addYears(oldest, correspondenceYears) }
}

/** Ends what others may see of the member, in person or through an app. */
async function endAccess(tx: Tx, memberId: string, sessions: Sessions, erasing: Erasing): Promise<void> {
  await endGrants(tx, { memberId }, { reason: 'access-ended', now: erasing.now })
  for (const accountId of await listViewers(tx, memberId))
    await endViewings(tx, sessions, { accountId, memberId }, erasing)
}

function subtractYears(now: Date): Date {
  const cutoff = new Date(now)
  cutoff.setUTCFullYear(cutoff.getUTCFullYear() - correspondenceYears)
  return cutoff
}

function addYears(from: Date, years: number): string {
  const then = new Date(from)
  then.setUTCFullYear(then.getUTCFullYear() + years)
  return then.toISOString().slice(0, 10)
}

import type { ScimUser } from '@portico/rules/scim/user'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import { readStanding } from './account-store.ts'
import { checkUser, endAccount, openAccount, refuseBarred, settleAccount } from './accounts.ts'
import { changeByScim, checkVersion, type IfMatch, refuseTaken, refuseUnknown, type ScimCaller } from './caller.ts'
import type { ScimParts } from './parts.ts'
import { type ScimResource, showUser } from './resources.ts'
import { recordChange } from './rights.ts'
import {
  barUser,
  findUser,
  insertUser,
  type ListPage,
  listUserGroups,
  listUsers,
  lockUser,
  markUserDeleted,
  toScimUser,
  type UserRow,
  updateUser,
} from './user-store.ts'

/** Throws 404. */
export async function readScimUser({ database }: ScimParts, caller: ScimCaller, userId: string): Promise<ScimResource> {
  return showOne(database.read, caller, userId)
}

export async function searchScimUsers({ database }: ScimParts, caller: ScimCaller, page: ListPage) {
  const { total, users } = await listUsers(database.read, caller, page)
  const groups = await listUserGroups(
    database.read,
    users.map(({ user_id }) => user_id),
  )
  return { total, resources: users.map((row) => showUser(row, groups, caller)) }
}

/** Throws 409 if someone already has the name or the account. */
export async function createScimUser(parts: ScimParts, caller: ScimCaller, user: ScimUser): Promise<ScimResource> {
  checkUser(user, caller)
  const passwordHash = await parts.keeping.unusableHash()
  return changeByScim(parts, caller, async (tx) => {
    const accountId = await openAccount(tx, parts, caller, user, passwordHash)
    const row = await insertUser(tx, caller, accountId, user, caller.now)
    if (row === null) throw refuseTaken()
    await settleAccount(tx, parts, caller, row, user)
    await recordUser(tx, caller, 'create', accountId)
    return showOne(tx, caller, row.user_id)
  })
}

/** Throws 404, 409 and 412. `change` receives the stored user. */
export async function changeScimUser(
  parts: ScimParts,
  caller: ScimCaller,
  { userId, ifMatch }: { readonly userId: string; readonly ifMatch: IfMatch },
  change: (before: ScimUser) => ScimUser,
): Promise<ScimResource> {
  return changeByScim(parts, caller, async (tx) => {
    const row = await lockKept(tx, caller, userId)
    checkVersion(ifMatch, row.version)
    const before = toScimUser(row)
    const after = change(before)
    checkUser(after, caller)
    if (after.active && row.barred && !before.active) throw refuseBarred()
    if (isSame(before, after)) return showOne(tx, caller, userId)
    await updateUser(tx, userId, after, caller.now)
    await settleAccount(tx, parts, caller, { ...row, version: row.version + 1 }, after)
    await recordUser(tx, caller, 'change', row.account_id)
    return showOne(tx, caller, userId)
  })
}

/** Ends the account; if the same person comes back, it is theirs again. Throws 404, 409 and 412. */
export async function deleteScimUser(
  parts: ScimParts,
  caller: ScimCaller,
  { userId, ifMatch }: { readonly userId: string; readonly ifMatch: IfMatch },
): Promise<void> {
  return changeByScim(parts, caller, async (tx) => {
    const row = await lockKept(tx, caller, userId)
    checkVersion(ifMatch, row.version)
    const { isEnded } = await readStanding(tx, row.account_id)
    if (!isEnded) await endAccount(tx, parts, caller, row.account_id)
    await settleAccount(tx, parts, caller, row, { ...toScimUser(row), active: false })
    await markUserDeleted(tx, userId, caller.now)
    await recordUser(tx, caller, 'delete', row.account_id)
  })
}

/**
 * A person whom the provider manages, with their account locked. Also records whether an administrator has ended the account since.
 * Throws 404.
 */
async function lockKept(tx: Tx, caller: ScimCaller, userId: string): Promise<UserRow> {
  const found = await findUser(tx, caller, userId)
  if (found === undefined) throw refuseUnknown()
  await lockAccount(tx, found.account_id)
  const row = await lockUser(tx, caller, userId)
  if (row === undefined) throw refuseUnknown()
  const { isEnded } = await readStanding(tx, row.account_id)
  if (!isEnded || !row.active || row.barred) return row
  await barUser(tx, userId)
  return { ...row, barred: true }
}

async function showOne(db: Reader, caller: ScimCaller, userId: string): Promise<ScimResource> {
  const row = await findUser(db, caller, userId)
  if (row === undefined) throw refuseUnknown()
  return showUser(row, await listUserGroups(db, [userId]), caller)
}

function isSame(one: ScimUser, other: ScimUser): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function recordUser(tx: Tx, caller: ScimCaller, what: string, accountId: string): Promise<void> {
  const event = { action: `scim.user.${what}`, recordType: 'account', recordId: accountId }
  return recordChange(tx, { ...caller, actor: caller }, event)
}

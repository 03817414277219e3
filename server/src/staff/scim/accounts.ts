import { refuseScim, ScimError } from '@portico/rules/scim/error'
import type { ScimUser } from '@portico/rules/scim/user'
import { checkEmail } from '@portico/rules/validation/email'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import { checkName } from '@portico/rules/validation/name'
import { checkPhone, formatPhone } from '@portico/rules/validation/phone'
import { v7 as uuidv7 } from 'uuid'
import { removeSecondFactors } from '../../identity/account-security/reset.ts'
import { dropTickets } from '../../identity/recovery/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import { markEnded } from '../staff/store.ts'
import {
  forgetAccess,
  insertAgent,
  inviteAgent,
  lockByLogin,
  readStanding,
  reopen,
  storeProfile,
} from './account-store.ts'
import { type Realm, refuseTaken, type ScimCaller } from './caller.ts'
import type { ScimParts } from './parts.ts'
import { settleAgencies } from './producers.ts'
import { describeReleases, recordChange, refuseLast, settleRights } from './rights.ts'
import { findUserBefore, type UserRow } from './user-store.ts'

/** A name that nobody can misread: no blank, which the login ID of a closed account has, and nothing invisible. */
const userName = /^[^\s\p{C}]{1,100}$/u

/** Throws ScimError for values that an account cannot have. */
export function checkUser(user: ScimUser, { audience, invites }: Pick<ScimCaller, 'audience' | 'invites'>): void {
  if (!userName.test(user.userName)) throw refuseScim('invalidValue', 'userName is not as it must be.')
  if (invites && checkLoginId(user.userName) !== null)
    throw refuseScim('invalidValue', 'With invitations, userName has 6 to 10 letters and digits.')
  if (invites && user.email === null) throw refuseScim('invalidValue', 'An invitation needs an address of work.')
  for (const name of [user.givenName, user.familyName])
    if (name !== null && checkName(name) !== null) throw refuseScim('invalidValue', 'A name is not as it must be.')
  if (user.email !== null && checkEmail(user.email, { longTopLevel: true }) !== null)
    throw refuseScim('invalidValue', 'An e-mail address is not as it must be.')
  if (user.npn !== null && !/^\d{1,10}$/.test(user.npn)) throw refuseScim('invalidValue', 'npn has up to 10 digits.')
  if (audience === 'staff' && (user.npn !== null || user.agencies.length > 0))
    throw refuseScim('invalidValue', 'This token is for staff, who work in no agency.')
}

/** The account for a new person: a new one, or the one that the same provider deleted before. Throws 409. */
export async function openAccount(
  tx: Tx,
  { brands, keeping }: ScimParts,
  caller: ScimCaller,
  user: ScimUser,
  passwordHash: string,
): Promise<string> {
  const loginId = normalizeLoginId(user.userName)
  const known = await lockByLogin(tx, loginId)
  if (known !== undefined) {
    const before = await findUserBefore(tx, caller, known.accountId)
    if (before === undefined || before.deleted_at === null) throw refuseTaken()
    if (before.barred) throw refuseBarred()
    // It may be another person with the same name: nothing that opened the account before may open it again.
    await forgetCredentials(tx, known.accountId, passwordHash)
    return known.accountId
  }
  const { brand, audience } = caller
  const { storeID: storeId } = brands.get(brand)
  const shared = { loginId, passwordHash, brand, storeId, ...readNames(user), email: user.email ?? '' }
  if (audience === 'staff') {
    const accountId = await keeping.open(tx, { ...shared, actorType: 'INTERNAL' })
    if (accountId === null) throw refuseTaken()
    return accountId
  }
  const accountId = uuidv7()
  const isNew = await insertAgent(tx, {
    account_id: accountId,
    login_id: loginId,
    password_hash: passwordHash,
    role: 'AGENT',
    actor_type: 'AGENT',
    brand,
    first_name: shared.firstName,
    last_name: shared.lastName,
    preferred_store: storeId,
    // Nobody knows the password, so it must be changed until the agent chooses one.
    temporary_password: true,
    security_strength_enforcement: 'NONE',
    employee: false,
    directory_out_of_step: false,
  })
  if (!isNew) throw refuseTaken()
  return accountId
}

/** Gives the account what the provider says: who they are, whether they may get in, and what they may do. */
export async function settleAccount(
  tx: Tx,
  parts: ScimParts,
  caller: ScimCaller,
  row: UserRow,
  user: ScimUser,
): Promise<void> {
  const { account_id: accountId } = row
  await storeProfile(tx, accountId, {
    login_id: normalizeLoginId(user.userName),
    ...describeProfile(user, caller),
  })
  if (caller.audience === 'agents') await settleAgencies(tx, caller, accountId, user)
  const { isEnded, isInvited } = await readStanding(tx, accountId)
  if (!user.active) {
    if (!isEnded) await endAccount(tx, parts, caller, accountId)
    return
  }
  if (isEnded) await reopen(tx, accountId)
  if (caller.audience === 'staff') await settleRights(tx, parts, accountId, { ...caller, actor: caller })
  const isNew = isEnded || row.version === 1
  if (caller.invites && isInvited && isNew) await invite(tx, parts, caller, accountId, user)
}

/**
 * Ends the account: sessions, simulations and tokens, rights and agencies, all in this transaction (OS-67). Throws 409 for the last
 * administrator.
 */
export async function endAccount(
  tx: Tx,
  { keeping, sessions }: ScimParts,
  caller: ScimCaller,
  accountId: string,
): Promise<void> {
  const { now, audience } = caller
  const change = { ...caller, actor: caller }
  if (audience === 'staff') await refuseLast(() => keeping.end(tx, accountId, describeReleases(tx, change)))
  else {
    await markEnded(tx, accountId, now)
    await dropTickets(tx, accountId)
    await sessions.endAll(tx, accountId, { except: null, reason: 'ended-by-staff', now })
  }
  await recordChange(tx, change, { action: 'scim.end', recordType: 'account', recordId: accountId })
}

/** An administrator has ended the account here, and no provider can undo that. */
export function refuseBarred(): ScimError {
  return new ScimError(409, null, 'An administrator has ended this account for good.')
}

async function invite(
  tx: Tx,
  { keeping }: ScimParts,
  { audience, brand, now }: ScimCaller,
  accountId: string,
  { userName: name, email }: ScimUser,
): Promise<void> {
  if (audience === 'agents') return inviteAgent(tx, accountId)
  const link = await keeping.newLink(tx, accountId, now)
  await keeping.sendLink(tx, { accountId, loginId: normalizeLoginId(name), email, brand }, link, now)
}

function describeProfile(user: ScimUser, { audience }: Realm) {
  const { firstName: first_name, lastName: last_name } = readNames(user)
  const role = user.agencies.some(({ entitlements }) => entitlements.includes('manage')) ? 'AGENCY_ADMIN' : 'AGENT'
  return {
    ...{ first_name, last_name, email: user.email, bus_phone: readPhone(user.phone) },
    ...(audience === 'agents' && ({ npn: user.npn, role, actor_type: role } as const)),
  }
}

/** A person without names goes by their user name. */
function readNames({ givenName, familyName, userName: name }: ScimUser) {
  return { firstName: givenName ?? (familyName === null ? name : ''), lastName: familyName ?? '' }
}

/** A US phone number in display form; null for any other, which we keep as it came. */
function readPhone(phone: string | null): string | null {
  const digits = (phone ?? '').replace(/[^0-9]/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length === 10 && checkPhone(digits) === null ? formatPhone(digits) : null
}

async function forgetCredentials(tx: Tx, accountId: string, passwordHash: string): Promise<void> {
  await forgetAccess(tx, accountId, passwordHash)
  await removeSecondFactors(tx, accountId)
  await dropTickets(tx, accountId)
}

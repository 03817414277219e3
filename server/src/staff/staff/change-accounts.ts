import type * as calls from '@portico/contract/calls/administration'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { openTicket, ticketLink } from '../../identity/recovery/tickets.ts'
import type { Scope } from '../../identity/rights/scope.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about, type Recorded } from '../../platform/http/recorded.ts'
import type { AuditedHandler, PreparedHandler } from '../../platform/http/stages.ts'
import { requireMemberAccount } from './account-access.ts'
import type { AccountParts } from './account-parts.ts'
import { type MemberAccount, setLocked } from './account-store.ts'
import { manages, requireEntitledScope } from './administering.ts'
import { listLiveSessions } from './session-store.ts'
import { findStaff, type StaffPerson } from './store.ts'

/** Locks the account and ends its sessions, or lifts all its locks; returns when it was locked. */
export const lockMemberAccount =
  ({ sessions, limits }: AccountParts): AuditedHandler<typeof calls.lockMemberAccount> =>
  async ({ params: { accountId }, body: { locked } }, context, tx) => {
    const scope = await requireEntitledScope(tx, context, 'administer')
    await lockAccount(tx, accountId)
    const account = await requireMemberAccount(tx, scope, accountId)
    const lockedAt = locked ? (account.lockedAt ?? context.now) : null
    await setLocked(tx, accountId, lockedAt)
    if (locked) await sessions.endAll(tx, accountId, { except: null, reason: 'ended-by-staff', now: context.now })
    else await limits.unlock(tx, account.loginId, accountId)
    const action = locked ? 'account.lock' : 'account.unlock'
    return about(
      account.accountId,
      { lockedSince: lockedAt?.toISOString() ?? null },
      { action, memberId: account.memberId },
    )
  }

/** Returns whether there is an address to send the link to. Throws TOO-MANY-REQUESTS. */
export const sendAccountLink = (parts: AccountParts): PreparedHandler<typeof calls.sendAccountLink> => ({
  prepare: async ({ params: { accountId } }, context) => {
    const { database, limits } = parts
    await requireAccount(database.read, await requireEntitledScope(database.read, context, 'administer'), accountId)
    if (!(await limits.reserveOwnLetter(accountId, context.now))) throw new CallError('TOO-MANY-REQUESTS')
  },
  handle: async ({ params: { accountId } }, context, tx) => {
    const scope = await requireEntitledScope(tx, context, 'administer')
    await lockAccount(tx, accountId)
    const whose = await requireAccount(tx, scope, accountId)
    const sent =
      'staff' in whose
        ? await sendToStaff(parts, tx, whose.staff, context.now)
        : await sendToMember(parts, tx, whose.member, context.now)
    return aboutEither('link', whose, { sent })
  },
})

async function sendToStaff({ keeping }: AccountParts, tx: Tx, staff: StaffPerson, now: Date): Promise<boolean> {
  if (staff.endedAt !== null) throw new CallError('NOT-FOUND')
  await keeping.sendLink(tx, staff, await keeping.newLink(tx, staff.accountId, now), now)
  return staff.email !== null
}

async function sendToMember({ emails }: AccountParts, tx: Tx, member: MemberAccount, now: Date): Promise<boolean> {
  const { accountId, email: to, brand, memberId, language } = member
  if (to === null) return false
  const link = ticketLink(await openTicket(tx, accountId, { now, goodForMs: linkLifetimes['new-password'] }))
  const values = { link, minutes: String(linkLifetimes['new-password'] / 60_000) }
  const letter = { template: 'forgotten-password', to, brand, language: language ?? 'en', memberId } as const
  await emails.queue(tx, { ...letter, values, now })
  return true
}

/** Ends one session or all of them. Throws NOT-FOUND for a session that is not theirs or has ended. */
export async function endSessions(
  { sessions }: AccountParts,
  tx: Tx,
  context: CallContext<Principal>,
  { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string | null },
) {
  const scope = await requireEntitledScope(tx, context, 'administer')
  const whose = await requireAccount(tx, scope, accountId)
  const { now } = context
  const live = await listLiveSessions(tx, accountId, { now, idleSince: sessions.idleSince(now) })
  const meant = live.filter((one) => sessionId === null || one.sessionId === sessionId.toLowerCase())
  if (sessionId !== null && meant.length === 0) throw new CallError('NOT-FOUND')
  if (sessionId === null) await sessions.endAll(tx, accountId, { except: null, reason: 'ended-by-staff', now })
  for (const one of meant) await sessions.end(tx, one.sessionId, 'ended-by-staff', now)
  return aboutEither('sessions-end', whose, { ended: meant.length })
}

type Whose = { readonly member: MemberAccount } | { readonly staff: StaffPerson }

async function requireAccount(db: Reader, scope: Scope, accountId: string): Promise<Whose> {
  const staff = await findStaff(db, { accountId })
  if (staff === null) return { member: await requireMemberAccount(db, scope, accountId) }
  if (!manages(scope, staff)) throw new CallError('NOT-FOUND')
  return { staff }
}

function aboutEither<const What extends 'sessions-end' | 'link', T>(
  what: What,
  whose: Whose,
  payload: T,
): Recorded<T, `staff.${What}` | `account.${What}`> {
  if ('staff' in whose) return about(whose.staff.accountId, payload, { action: `staff.${what}`, memberId: null })
  const { accountId, memberId } = whose.member
  return about(accountId, payload, { action: `account.${what}`, memberId })
}

import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/administration'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { openTicket, ticketLink } from '../../identity/recovery/tickets.ts'
import type { Scope } from '../../identity/rights/scope.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import type { AuditedHandler, CallInput } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import { recordAccount, requireMemberAccount } from './account-access.ts'
import type { AccountParts } from './account-parts.ts'
import { type MemberAccount, setLocked } from './account-store.ts'
import { actAsAdministrator, auditStaffChange, manages, requireEntitledScope } from './administering.ts'
import { listLiveSessions } from './sessions.ts'
import { findStaff, type StaffPerson } from './store.ts'

/** Locks the account and ends its sessions, or lifts all its locks; returns since when it is locked. */
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

/** Returns whether there is an address to send it to. Throws TOO-MANY-REQUESTS. */
export async function sendAccountLink(
  parts: AccountParts,
  { params: { accountId } }: CallInput<typeof calls.sendAccountLink>,
  context: CallContext<Principal>,
): Promise<PayloadOf<typeof calls.sendAccountLink>> {
  const { database, limits, keeping, emails } = parts
  const { now } = context
  await requireAccount(database.read, await requireEntitledScope(database.read, context, 'administer'), accountId)
  if (!(await limits.reserveOwnLetter(accountId, now))) throw new CallError('TOO-MANY-REQUESTS')
  return actAsAdministrator(parts, context, async (tx, scope) => {
    await lockAccount(tx, accountId)
    const whose = await requireAccount(tx, scope, accountId)
    await recordEither(tx, context, 'link', whose)
    if ('staff' in whose) {
      if (whose.staff.endedAt !== null) throw new CallError('NOT-FOUND')
      await keeping.sendLink(tx, whose.staff, await keeping.newLink(tx, accountId, now), now)
      return { sent: whose.staff.email !== null }
    }
    const { email: to, brand, memberId, language } = whose.member
    if (to === null) return { sent: false }
    const link = ticketLink(await openTicket(tx, accountId, { now, goodForMs: linkLifetimes['new-password'] }))
    const values = { link, minutes: String(linkLifetimes['new-password'] / 60_000) }
    const letter = { template: 'forgotten-password', to, brand, language: language ?? 'en', memberId } as const
    await emails.queue(tx, { ...letter, values, now })
    return { sent: true }
  })
}

/** Ends one session or all of them. Throws NOT-FOUND for a session that is not theirs or has ended. */
export function endSessions(
  parts: AccountParts,
  context: CallContext<Principal>,
  accountId: string,
  sessionId: string | null,
) {
  const { sessions } = parts
  return actAsAdministrator(parts, context, async (tx, scope) => {
    const whose = await requireAccount(tx, scope, accountId)
    const { now } = context
    const live = await listLiveSessions(tx, accountId, { now, idleSince: sessions.idleSince(now) })
    const meant = live.filter((one) => sessionId === null || one.sessionId === sessionId.toLowerCase())
    if (sessionId !== null && meant.length === 0) throw new CallError('NOT-FOUND')
    if (sessionId === null) await sessions.endAll(tx, accountId, { except: null, reason: 'ended-by-staff', now })
    for (const one of meant) await sessions.end(tx, one.sessionId, 'ended-by-staff', now)
    await recordEither(tx, context, 'sessions-end', whose)
    return { ended: meant.length }
  })
}

type Whose = { readonly member: MemberAccount } | { readonly staff: StaffPerson }

async function requireAccount(db: Reader, scope: Scope, accountId: string): Promise<Whose> {
  const staff = await findStaff(db, { accountId })
  if (staff === null) return { member: await requireMemberAccount(db, scope, accountId) }
  if (!manages(scope, staff)) throw new CallError('NOT-FOUND')
  return { staff }
}

function recordEither(
  tx: Tx,
  context: CallContext<Principal>,
  what: 'sessions-end' | 'link',
  whose: Whose,
): Promise<void> {
  return 'staff' in whose
    ? auditStaffChange(tx, context, `staff.${what}`, whose.staff.accountId)
    : recordAccount(tx, context, `account.${what}`, whose.member)
}

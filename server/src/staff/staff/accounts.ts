import type { PayloadOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/administration'
import { MAX_FAILURES } from '@portico/rules/identity/lockout'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import { openTicket, ticketLink } from '../../identity/recovery/tickets.ts'
import { type Scope, worksFor } from '../../identity/rights/scope.ts'
import type { Sessions } from '../../identity/sessions/sessions.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import type { Asking } from '../../platform/http/asking.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import {
  findMemberAccount,
  findMemberAccounts,
  listFailures,
  type MemberAccount,
  readGuesses,
  setLocked,
} from './account-store.ts'
import { auditStaffChange, entitledScope, manages } from './administering.ts'
import type { StaffKeeping } from './keeping.ts'
import { listLiveSessions } from './sessions.ts'
import { findStaff, type StaffPerson } from './store.ts'

type Found = PayloadOf<typeof calls.findAccounts>['accounts'][number]
type Why = (typeof calls.signInFailures)[number]

const maxFailures = 10

/**
 * Accounts of members (AD-3), and what works the same for staff accounts: sessions, and the link for a password. All throw
 * WRONG-ROLE for staff who are not administrators, and NOT-FOUND for accounts of other brands. They show no passwords and no health data.
 */
export function bindAccounts(
  binder: Binder,
  parts: {
    readonly database: Database
    readonly sessions: Sessions
    readonly limits: Limits
    readonly emails: EmailService
    readonly keeping: StaffKeeping
  },
): void {
  const { database, sessions, limits, emails, keeping } = parts
  binder.bind(calls.findAccounts, ({ body: { by, text } }, asking) =>
    administering(asking, async (tx, { brands }) => {
      const typed = by === 'login-id' ? normalizeLoginId(text) : text.trim()
      if (typed === '') throw fieldError('text', 'field.required')
      const found = await findMemberAccounts(tx, { by, text: typed, brands })
      const seen = found.map(({ accountId, memberId }) => ({
        recordId: accountId,
        memberId,
        outcome: 'done' as const,
      }))
      const none = [{ recordId: null, memberId: null, outcome: 'refused' as const }]
      const events = (seen.length > 0 ? seen : none).map((one) => ({
        action: 'account.find',
        recordType: 'member-account',
        ...one,
      }))
      await audit(tx, asking.principal, events, asking)
      return { accounts: found.map(foundView) }
    }),
  )

  binder.bind(calls.openAccountRecord, ({ params: { accountId } }, asking) =>
    administering(asking, async (tx, scope) => {
      const account = await ownAccount(tx, scope, accountId)
      const { now } = asking
      const guesses = await readGuesses(tx, account.loginId)
      const live = await listLiveSessions(tx, accountId, { now, idleSince: sessions.idleSince(now) })
      const failures = await listFailures(tx, accountId, maxFailures)
      await note(tx, asking, 'account.read', account)
      const { failures: count, lockedUntil } = guesses
      return {
        account: foundView(account),
        lockedSince: account.lockedAt?.toISOString() ?? null,
        guesses: {
          failures: count,
          lockedUntil: lockedUntil !== null && lockedUntil > now ? lockedUntil.toISOString() : null,
          closed: count >= MAX_FAILURES,
        },
        secondFactor: account.secondFactor,
        passwordDue: account.passwordDue,
        passwordChangedAt: account.passwordChangedAt.toISOString(),
        sessions: live,
        failures: failures.map(({ at, action, address }) => ({
          at: at.toISOString(),
          why: reasons[action.replace(/^sign-in /, '')] ?? 'other',
          address,
        })),
      }
    }),
  )

  // Locks the account and ends its sessions, or lifts all its locks; returns since when it is locked.
  binder.bind(calls.lockMemberAccount, ({ params: { accountId }, body: { locked } }, asking) =>
    administering(asking, async (tx, scope) => {
      await lockAccount(tx, accountId)
      const account = await ownAccount(tx, scope, accountId)
      const lockedAt = locked ? (account.lockedAt ?? asking.now) : null
      await setLocked(tx, accountId, lockedAt)
      if (locked) await sessions.endAll(tx, accountId, { except: null, reason: 'ended-by-staff', now: asking.now })
      else await limits.unlock(tx, account.loginId, accountId)
      await note(tx, asking, locked ? 'account.lock' : 'account.unlock', account)
      return { lockedSince: lockedAt?.toISOString() ?? null }
    }),
  )

  // Returns whether there is an address to send it to. Throws TOO-MANY-REQUESTS.
  binder.bind(calls.sendAccountLink, async ({ params: { accountId } }, asking) => {
    const { now } = asking
    await anyAccount(database.read, await entitledScope(database.read, asking, 'administer'), accountId)
    if (!(await limits.reserveOwnLetter(accountId, now))) throw new CallError('TOO-MANY-REQUESTS')
    return administering(asking, async (tx, scope) => {
      await lockAccount(tx, accountId)
      const whose = await anyAccount(tx, scope, accountId)
      await noteEither(tx, asking, 'link', whose)
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
  })

  binder.bind(calls.endAccountSessions, ({ params }, asking) => endSessions(asking, params.accountId, null))
  binder.bind(calls.endAccountSession, ({ params }, asking) => endSessions(asking, params.accountId, params.sessionId))

  /** Ends one session or all of them. Throws NOT-FOUND for a session that is not theirs or has ended. */
  function endSessions(asking: Asking, accountId: string, sessionId: string | null) {
    return administering(asking, async (tx, scope) => {
      const whose = await anyAccount(tx, scope, accountId)
      const { now } = asking
      const live = await listLiveSessions(tx, accountId, { now, idleSince: sessions.idleSince(now) })
      const meant = live.filter((one) => sessionId === null || one.sessionId === sessionId.toLowerCase())
      if (sessionId !== null && meant.length === 0) throw new CallError('NOT-FOUND')
      if (sessionId === null) await sessions.endAll(tx, accountId, { except: null, reason: 'ended-by-staff', now })
      for (const one of meant) await sessions.end(tx, one.sessionId, 'ended-by-staff', now)
      await noteEither(tx, asking, 'sessions-end', whose)
      return { ended: meant.length }
    })
  }

  function administering<T>(asking: Asking, work: (tx: Tx, scope: Scope) => Promise<T>): Promise<T> {
    return database.transaction(async (tx) => work(tx, await entitledScope(tx, asking, 'administer')))
  }
}

type Whose = { readonly member: MemberAccount } | { readonly staff: StaffPerson }

/** Throws NOT-FOUND for an account of another brand, as if it did not exist. */
async function ownAccount(db: Reader, scope: Scope, accountId: string): Promise<MemberAccount> {
  const account = await findMemberAccount(db, accountId)
  if (account === null || !worksFor(scope, account.brand)) throw new CallError('NOT-FOUND')
  return account
}

async function anyAccount(db: Reader, scope: Scope, accountId: string): Promise<Whose> {
  const staff = await findStaff(db, { accountId })
  if (staff === null) return { member: await ownAccount(db, scope, accountId) }
  if (!manages(scope, staff)) throw new CallError('NOT-FOUND')
  return { staff }
}

function note(tx: Tx, asking: Asking, action: string, { accountId, memberId }: MemberAccount): Promise<void> {
  return audit(tx, asking.principal, { action, recordType: 'member-account', recordId: accountId, memberId }, asking)
}

function noteEither(tx: Tx, asking: Asking, what: 'sessions-end' | 'link', whose: Whose): Promise<void> {
  return 'staff' in whose
    ? auditStaffChange(tx, asking, `staff.${what}`, whose.staff.accountId)
    : note(tx, asking, `account.${what}`, whose.member)
}

function foundView(account: MemberAccount): Found {
  const { accountId, loginId, firstName, lastName, brand, role, memberNumber, email } = account
  return { accountId, loginId, name: `${firstName} ${lastName}`, brand, role, memberNumber, email }
}

const reasons: Readonly<Record<string, Why>> = {
  'GEN-NOMATCH': 'wrong-password',
  'GEN-SUSPEND': 'locked-by-guesses',
  'LOCKED-BY-STAFF': 'locked-by-staff',
  'TOO-MANY-REQUESTS': 'locked-by-guesses',
  'SECOND-FACTOR-REQUIRED': 'code-asked',
  'CODE-WRONG': 'code-wrong',
  'CHALLENGE-EXPIRED': 'code-wrong',
  'PASSWORD-CHANGE-REQUIRED': 'password-due',
  'GEN-NORECCHMECS': 'no-record',
  'GEN-BRANDCONFLICT': 'brand-conflict',
  UNDER_CHIP14: 'guardian',
  OVER_CHIP14: 'guardian',
}

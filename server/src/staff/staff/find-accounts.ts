import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/administration'
import { MAX_FAILURES } from '@portico/rules/identity/lockout'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import { fieldError } from '../../platform/http/call-error.ts'
import { about, aboutEach } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { requireMemberAccount } from './account-access.ts'
import type { AccountParts } from './account-parts.ts'
import { findMemberAccounts, listFailures, type MemberAccount, readGuesses } from './account-store.ts'
import { requireEntitledScope } from './administering.ts'
import { listLiveSessions } from './session-store.ts'

type Found = PayloadOf<typeof calls.findAccounts>['accounts'][number]

type Why = (typeof calls.signInFailures)[number]

const maxFailures = 10

export const findAccounts: AuditedHandler<typeof calls.findAccounts> = async ({ body: { by, text } }, context, tx) => {
  const { brands } = await requireEntitledScope(tx, context, 'administer')
  const typed = by === 'login-id' ? normalizeLoginId(text) : text.trim()
  if (typed === '') throw fieldError('text', 'field.required')
  const found = await findMemberAccounts(tx, { by, text: typed, brands })
  const seen = found.map(({ accountId: recordId, memberId }) => ({ recordId, memberId }))
  const none = [{ recordId: null, memberId: null, outcome: 'refused' }] as const
  return aboutEach(seen.length > 0 ? seen : none, { accounts: found.map(showFound) })
}

export const openAccountRecord =
  ({ sessions }: AccountParts): AuditedHandler<typeof calls.openAccountRecord> =>
  async ({ params: { accountId } }, context, tx) => {
    const scope = await requireEntitledScope(tx, context, 'administer')
    const account = await requireMemberAccount(tx, scope, accountId)
    const { now } = context
    const guesses = await readGuesses(tx, account.loginId)
    const live = await listLiveSessions(tx, accountId, { now, idleSince: sessions.idleSince(now) })
    const failures = await listFailures(tx, accountId, maxFailures)
    const { failures: count, lockedUntil } = guesses
    const opened = {
      account: showFound(account),
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
    return about(account.accountId, opened, { memberId: account.memberId })
  }

function showFound(account: MemberAccount): Found {
  const { accountId, loginId, firstName, lastName, brand, role, memberNumber, email } = account
  return { accountId, loginId, name: `${firstName} ${lastName}`.trim(), brand, role, memberNumber, email }
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

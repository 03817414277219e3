import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/administration'
import { MAX_FAILURES } from '@portico/rules/identity/lockout'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import { audit } from '../../platform/audit/store.ts'
import type { CallInput } from '../../platform/http/bind.ts'
import { fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { recordAccount, requireMemberAccount } from './account-access.ts'
import type { AccountParts } from './account-parts.ts'
import { findMemberAccounts, listFailures, type MemberAccount, readGuesses } from './account-store.ts'
import { actAsAdministrator, readAsAdministrator } from './administering.ts'
import { listLiveSessions } from './sessions.ts'

type Found = PayloadOf<typeof calls.findAccounts>['accounts'][number]

type Why = (typeof calls.signInFailures)[number]

const maxFailures = 10

export function findAccounts(
  parts: AccountParts,
  { body: { by, text } }: CallInput<typeof calls.findAccounts>,
  context: CallContext<Principal>,
): Promise<PayloadOf<typeof calls.findAccounts>> {
  return actAsAdministrator(parts, context, async (tx, { brands }) => {
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
    await audit(tx, context.principal, events, context)
    return { accounts: found.map(showFound) }
  })
}

export function openAccountRecord(
  parts: AccountParts,
  { params: { accountId } }: CallInput<typeof calls.openAccountRecord>,
  context: CallContext<Principal>,
): Promise<PayloadOf<typeof calls.openAccountRecord>> {
  const { sessions } = parts
  return readAsAdministrator(parts, context, async (tx, scope) => {
    const account = await requireMemberAccount(tx, scope, accountId)
    const { now } = context
    const guesses = await readGuesses(tx, account.loginId)
    const live = await listLiveSessions(tx, accountId, { now, idleSince: sessions.idleSince(now) })
    const failures = await listFailures(tx, accountId, maxFailures)
    await recordAccount(tx, context, 'account.read', account)
    const { failures: count, lockedUntil } = guesses
    return {
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
  })
}

function showFound(account: MemberAccount): Found {
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

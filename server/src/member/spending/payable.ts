import type { PayloadOf } from '@portico/contract/call'
import type { spendingSummary } from '@portico/contract/calls/spending'
import { mayBePaidFrom, sortByUse } from '@portico/rules/spending/payable'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { findOwedClaim, listOwedClaims, type OwedClaim } from '../claims/owed.ts'
import { computeBalance, toPayingAccount } from './accounts.ts'
import type { SpendingScope } from './scope.ts'
import type { SpendingAccount } from './store.ts'

type Summary = PayloadOf<typeof spendingSummary>
type Payable = Summary['claims'][number]

const maxRead = 100
const maxShown = 10

/** Claims with something still owed that an account may pay, newest care first. */
export async function payableClaims(
  tx: Tx,
  scope: SpendingScope,
  accounts: readonly SpendingAccount[],
  today: string,
): Promise<Pick<Summary, 'claims' | 'moreClaims'>> {
  if (accounts.length === 0) return { claims: [], moreClaims: 0 }
  const owed = await listOwedClaims(tx, scope.claims, maxRead)
  const all = withAnswers(scope, accounts, owed, today).filter((one) => one.accounts.length > 0 && one.leftCents > 0)
  return { claims: all.slice(0, maxShown), moreClaims: Math.max(0, all.length - maxShown) }
}

/** What the accounts may pay of one claim; empty if nothing is owed. Throws NOT-FOUND. */
export async function payableClaim(
  tx: Tx,
  scope: SpendingScope,
  accounts: readonly SpendingAccount[],
  { claimId, today }: { readonly claimId: string; readonly today: string },
): Promise<Pick<Payable, 'accounts' | 'paidCents'>> {
  const claim = await findOwedClaim(tx, scope.claims, claimId)
  if (claim === undefined) throw new CallError('NOT-FOUND')
  const [one] = withAnswers(scope, accounts, [claim], today)
  return one === undefined || one.shareCents <= 0 ? { accounts: [], paidCents: 0 } : one
}

function withAnswers(
  scope: SpendingScope,
  accounts: readonly SpendingAccount[],
  claims: readonly OwedClaim[],
  today: string,
): Payable[] {
  return claims.map((claim) => {
    const shareCents = claim.shareCents ?? 0
    const paidCents = Math.max(0, Math.min(shareCents, claim.accountsCents))
    return {
      claimId: claim.claimId,
      providerName: claim.providerName,
      serviceDate: claim.serviceDate,
      category: claim.category,
      patient: claim.patient,
      shareCents,
      paidCents,
      leftCents: Math.max(0, shareCents - paidCents),
      atCounter: claim.step === 'counter',
      accounts: answersFor(claim, scope, accounts, today),
    }
  })
}

/** Whether this is the newest year of an account: a health savings account is a single account across all its years. */
function isNewest(row: SpendingAccount, accounts: readonly SpendingAccount[]): boolean {
  if (row.account_type !== 'HSA') return true
  const same = accounts.filter((one) => one.member_id === row.member_id && one.account_number === row.account_number)
  return same.every((one) => one.plan_year <= row.plan_year)
}

/** Accounts that may pay, those that expire first in front. */
function answersFor(
  claim: OwedClaim,
  scope: SpendingScope,
  accounts: readonly SpendingAccount[],
  today: string,
): Payable['accounts'] {
  const { patient } = claim
  const paying = accounts
    .filter((row) => isNewest(row, accounts))
    // An account pays for its owner; the reader's own account also pays for a child.
    .filter((row) => row.member_id === patient.memberId || row.member_id === scope.claims.people[0]?.memberId)
    .filter((row) => computeBalance(row) !== 0)
    .map((row) => ({ ...toPayingAccount(row), row }))
  return sortByUse(paying).flatMap(({ row, ...account }) => {
    const found = mayBePaidFrom(
      account,
      {
        category: claim.category,
        serviceDate: claim.serviceDate,
        denied: claim.state === 'denied',
        patient: row.member_id === patient.memberId ? 'self' : 'child',
        patientBirthYear: scope.birthYears.get(patient.memberId) ?? 0,
      },
      today,
    )
    return found.answer === 'no' ? [] : { accountId: row.account_id, ...found }
  })
}

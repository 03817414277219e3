import type { PayloadOf } from '@portico/contract/call'
import type { accountList, spendingSummary } from '@portico/contract/calls/spending'
import { balanceCents, sumContributed } from '@portico/rules/spending/accounts'
import { type SpendingDeadline, spendingDeadline } from '@portico/rules/spending/deadline'
import { lawLimit, sumCounted } from '@portico/rules/spending/limits'
import type { PayingAccount } from '@portico/rules/spending/payable'
import { findPerson, type SpendingScope } from './scope.ts'
import type { SpendingAccount } from './store.ts'

type Shown = PayloadOf<typeof spendingSummary>['accounts'][number]
type Listed = PayloadOf<typeof accountList>['accounts'][number]

function toFigures(row: SpendingAccount) {
  return {
    type: row.account_type,
    electionCents: row.election_cents,
    employeeCents: row.employee_cents,
    employerCents: row.employer_cents,
    spentCents: row.spent_cents,
    balanceCents: row.balance_cents,
  }
}

/** What can still be spent; null: not known. */
export function computeBalance(row: SpendingAccount): number | null {
  return balanceCents(toFigures(row))
}

/** An account as it appears in the list of sources (HT-4). */
export function toListedAccount(row: SpendingAccount): Listed {
  const figures = toFigures(row)
  return {
    accountId: row.account_id,
    accountNumber: row.account_number,
    accountType: row.account_type,
    planYear: row.plan_year,
    beginDate: row.begin_date,
    endDate: row.end_date,
    annualCents: row.election_cents,
    contributedCents: sumContributed(figures),
    spentCents: row.spent_cents,
    balanceCents: balanceCents(figures),
  }
}

/** The parts of an account by which people recognize it. */
export function accountName(row: SpendingAccount) {
  const { account_id: accountId, account_type: accountType, plan_year: planYear } = row
  return { accountId, accountType, planYear, ending: row.account_number.slice(-4) }
}

export function toPayingAccount(row: SpendingAccount): PayingAccount {
  return {
    type: row.account_type,
    open: row.state === 'open',
    beginDate: row.begin_date,
    endDate: row.end_date,
    spendBy: row.spend_by,
    claimBy: row.claim_by,
  }
}

/** An account with its limit and its last day (MP-10). */
export function toShownAccount(row: SpendingAccount, scope: SpendingScope, today: string): Shown {
  const figures = toFigures(row)
  const holder = findPerson(scope, row.member_id)
  const birthYear = scope.birthYears.get(row.member_id)
  if (holder === null || birthYear === undefined) throw new Error('An account of someone outside the scope was read.')
  const { type } = figures
  const balance = balanceCents(figures)
  return {
    ...accountName(row),
    holder,
    vendorName: row.vendor_name,
    open: row.state === 'open',
    beginDate: row.begin_date,
    endDate: row.end_date,
    coverageLevel: row.coverage_level,
    balanceCents: balance,
    asOf: row.as_of,
    electionCents: row.election_cents,
    employeeCents: row.employee_cents,
    employerCents: row.employer_cents,
    spentCents: row.spent_cents,
    carryOverCents: row.carry_over_cents,
    countedCents: sumCounted(figures),
    limit: lawLimit({ type, planYear: row.plan_year, coverageLevel: row.coverage_level, birthYear }),
    deadline: computeDeadline(row, today),
  }
}

/** The deadlines of an account, as of a day (use it or lose it). */
export function computeDeadline(row: SpendingAccount, today: string): SpendingDeadline {
  return spendingDeadline({
    type: row.account_type,
    endDate: row.end_date,
    spendBy: row.spend_by,
    claimBy: row.claim_by,
    carryOverCents: row.carry_over_cents,
    balanceCents: computeBalance(row),
    today,
  })
}

import type { PayloadOf, QueryOf } from '@portico/contract/call'
import type {
  claimPayable,
  listTransactions as listTransactionsCall,
  spendingSummary,
  spendingYear,
} from '@portico/contract/calls/spending'
import { monthsChart } from '@portico/rules/spending/chart'
import { yearInNumbers } from '@portico/rules/spending/year'
import { readAudited } from '../../platform/audit/reads.ts'
import { type AuditContext, auditMember } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { claimsByNumber, isOfPayer } from '../claims/owed.ts'
import { accountName, toShownAccount } from './accounts.ts'
import { payableClaim, payableClaims } from './payable.ts'
import { findPerson, type SpendingScope, spendingScope } from './scope.ts'
import {
  hasSent,
  listSpendingAccounts,
  listTransactions,
  type ShownTransaction,
  type SpendingAccount,
  sumTransactions,
  sumYear,
  type TransactionFilter,
  yearsMoved,
} from './store.ts'

type Summary = PayloadOf<typeof spendingSummary>
type Page = PayloadOf<typeof listTransactionsCall>
type Year = PayloadOf<typeof spendingYear>

/** The accounts of a plan year and the claims that they may pay; the read is audited in its transaction. */
export function readSummary(
  database: Database,
  principal: MemberPrincipal,
  asked: number | undefined,
  { origin, now }: AuditContext,
): Promise<Summary> {
  return readAudited(database, async (tx) => {
    await auditMember(tx, principal, 'spending.read', { origin, now })
    return buildSummary(tx, principal, asked, now)
  })
}

async function buildSummary(
  tx: Tx,
  principal: MemberPrincipal,
  asked: number | undefined,
  now: Date,
): Promise<Summary> {
  const scope = await spendingScope(tx, principal, now)
  const today = easternDay(now)
  const accounts = await listSpendingAccounts(tx, scope)
  const years = [...new Set(accounts.map(({ plan_year: year }) => year))]
  const year = asked ?? latestYear(years, Number(today.slice(0, 4)))
  const shown = accounts
    .map((row) => ({ row, account: toShownAccount(row, scope, today) }))
    .filter(({ row, account }) => row.plan_year === year || (asked === undefined && isRunningOut(account)))
  const usable = shown.map(({ row }) => row)
  return {
    state: accounts.length > 0 ? 'loaded' : (await hasSent(tx, scope.brand)) ? 'none' : 'not-loaded',
    year,
    years,
    accounts: shown.map(({ account }) => account),
    ...(await payableClaims(tx, scope, usable, today)),
    shared: scope.claims.people.length > 1,
  }
}

/** This year, else the newest year before it, else the first one. */
function latestYear(years: readonly number[], thisYear: number): number {
  return years.find((one) => one <= thisYear) ?? years.at(-1) ?? thisYear
}

/** Whether money from an earlier year can still be used. */
function isRunningOut({ deadline, balanceCents }: Summary['accounts'][number]): boolean {
  return (deadline.stage === 'spend' || deadline.stage === 'claim') && balanceCents !== 0
}

/** The accounts that may pay a claim. Throws NOT-FOUND. */
export const readClaimPayable: AuditedHandler<typeof claimPayable> = async (
  { principal, params: { claimId } },
  { now },
  tx,
) => {
  const scope = await spendingScope(tx, principal, now)
  const today = easternDay(now)
  const rows = await listSpendingAccounts(tx, scope)
  const found = await payableClaim(tx, scope, rows, { claimId, today })
  return {
    paidCents: found.paidCents,
    accounts: found.accounts.flatMap((answer) => {
      const row = rows.find(({ account_id: id }) => id === answer.accountId)
      if (row === undefined) return []
      return { ...answer, ...accountName(row), balanceCents: toShownAccount(row, scope, today).balanceCents }
    }),
  }
}

/** The scope and its accounts. Throws NOT-FOUND if the filter names an account or a person that is not theirs. */
export async function scopeWith(
  tx: Tx,
  principal: MemberPrincipal,
  filter: Pick<TransactionFilter, 'account' | 'person'>,
  now: Date,
): Promise<{ readonly scope: SpendingScope; readonly accounts: readonly SpendingAccount[] }> {
  const scope = await spendingScope(tx, principal, now)
  const accounts = await listSpendingAccounts(tx, scope)
  const { account, person } = filter
  if (account !== undefined && !accounts.some(({ account_id: id }) => id === account)) throw new CallError('NOT-FOUND')
  if (person !== undefined && findPerson(scope, person) === null) throw new CallError('NOT-FOUND')
  return { scope, accounts }
}

/** A page of transactions with the sums of all found. */
export const readTransactions: AuditedHandler<typeof listTransactionsCall> = async (
  { principal, query },
  { now },
  tx,
) => {
  const { scope, accounts } = await scopeWith(tx, principal, query, now)
  const { page, pageSize } = query
  const found = { filter: query, order: query, limit: pageSize, offset: (page - 1) * pageSize }
  const rows = await listTransactions(tx, scope, found)
  const sums = await sumTransactions(tx, scope, query)
  return {
    transactions: await describeTransactions(tx, scope, rows),
    total: sums.total,
    totals: { inCents: sums.moneyIn, outCents: sums.moneyOut, waitingCents: sums.waiting },
    people: [...scope.claims.people],
    accounts: accounts.map(accountName),
  }
}

/** Transactions as a list shows them: with their people and claims, as far as the reader may know them. */
export async function describeTransactions(
  tx: Tx,
  scope: SpendingScope,
  rows: readonly ShownTransaction[],
): Promise<Page['transactions']> {
  const numbers = rows.flatMap(({ withheld, claim_number: number }) => (withheld || number === null ? [] : [number]))
  const claims = await claimsByNumber(tx, scope.claims, numbers)
  return rows.map((row) => {
    const isCare = row.kind === 'payment' || row.kind === 'card' || row.kind === 'reimbursement'
    const patient = row.for_member_id ?? (isCare ? row.member_id : null)
    const [claim, ...others] = claims.filter(
      (one) =>
        one.claimNumber === row.claim_number &&
        one.memberId === (row.for_member_id ?? row.member_id) &&
        isOfPayer(one, row.claim_payer),
    )
    return {
      transactionId: row.transaction_id,
      accountId: row.account_id,
      date: row.moved_on,
      kind: row.kind,
      state: row.state,
      amountCents: row.amount_cents,
      paidBy: row.paid_by,
      person: row.withheld ? null : findPerson(scope, patient),
      payee: row.withheld ? null : row.payee,
      note: row.withheld ? null : row.note,
      claim:
        row.withheld || claim === undefined || others.length > 0
          ? null
          : { claimId: claim.claimId, claimNumber: claim.claimNumber },
      withheld: row.withheld,
    }
  })
}

/** A year by month, kind and person; the read is audited in its transaction. */
export function readYear(
  database: Database,
  principal: MemberPrincipal,
  query: QueryOf<typeof spendingYear>,
  { origin, now }: AuditContext,
): Promise<Year> {
  return readAudited(database, async (tx) => {
    await auditMember(tx, principal, 'spending-year.read', { origin, now })
    const { scope } = await scopeWith(tx, principal, query, now)
    const years = await yearsMoved(tx, scope)
    const year = query.year ?? latestYear(years, Number(easternDay(now).slice(0, 4)))
    const rows = await sumYear(tx, scope, { year, account: query.account })
    const { total, months, kinds, people } = yearInNumbers(rows)
    const sumPaidIn = (by: 'employee' | 'employer' | null) => {
      const paid = rows.filter(({ kind, paidBy }) => kind === 'contribution' && paidBy === by)
      return paid.length === 0 ? null : paid.reduce((sum, { inCents, outCents }) => sum + inCents + outCents, 0)
    }
    return {
      year,
      years,
      total,
      months: [...months],
      kinds: [...kinds],
      people: people.map(({ person, ...moved }) => ({ ...moved, person: findPerson(scope, person) })),
      paidIn: {
        employeeCents: sumPaidIn('employee'),
        employerCents: sumPaidIn('employer'),
        otherCents: sumPaidIn(null),
      },
      chart: monthsChart(months),
    }
  })
}

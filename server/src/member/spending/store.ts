import type { TransactionKind, TransactionState } from '@portico/rules/spending/accounts'
import type { MonthSum } from '@portico/rules/spending/year'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { selectHiddenNumbers } from '../claims/money-statement.ts'
import type { KnownAccount } from './importing.ts'
import type { SpendingScope } from './scope.ts'

export type SpendingAccount = Selectable<Tables['spending_account']>

function listIds(scope: SpendingScope): string[] {
  return scope.claims.people.map(({ memberId }) => memberId)
}

/** Accounts of all plan years that a scope may see, newest year first. */
export async function listSpendingAccounts(db: Reader, scope: SpendingScope): Promise<SpendingAccount[]> {
  return db
    .selectFrom('spending_account')
    .selectAll()
    .where('member_id', '=', sql<string>`any(${listIds(scope)}::uuid[])`)
    .where('state', '!=', 'withdrawn')
    .orderBy('plan_year', 'desc')
    .orderBy('account_type')
    .orderBy('account_id')
    .execute()
}

/** Accounts of a member in a group, and those that belong to no group in particular. */
export async function listGroupAccounts(
  db: Reader,
  scope: { readonly memberId: string; readonly clientNumber: string; readonly groupNumber: string },
  vendorType: string,
): Promise<SpendingAccount[]> {
  const { memberId, clientNumber, groupNumber } = scope
  const ofGroup = { client_number: clientNumber, group_number: groupNumber }
  return db
    .selectFrom('spending_account')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('vendor_type', '=', vendorType)
    .where('state', '!=', 'withdrawn')
    .where((eb) => eb.or([eb.and(ofGroup), eb('group_number', 'is', null)]))
    .orderBy('plan_year', 'desc')
    .orderBy('account_number')
    .execute()
}

/** Whether a brand has ever sent spending accounts. */
export async function hasSent(db: Reader, brand: string): Promise<boolean> {
  const row = await db.selectFrom('spending_sent').select('sent_at').where('brand', '=', brand).executeTakeFirst()
  return row !== undefined
}

export interface TransactionFilter {
  readonly account?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly kind?: TransactionKind | undefined
  readonly person?: string | undefined
}

export interface TransactionOrder {
  readonly sort: 'date' | 'amount'
  readonly order: 'asc' | 'desc'
}

const patient = sql<string>`coalesce(for_member_id, member_id)`

/** Whether to hide what the money was for: the care is someone else's, according to the row or its claim, or sensitive (MP-14). */
function isWithheld(scope: SpendingScope, hidden: readonly string[]) {
  return sql<boolean>`(${patient} <> all(${listIds(scope)}::uuid[])
    or (sensitive and ${patient} is distinct from ${scope.claims.sensitiveOf}::uuid)
    or (claim_number is not null and claim_number = any(${[...hidden]}::text[])))`
}

/** A claim number may be anybody's, and its claims may be on several machines: we look them up first. */
async function listHiddenNumbers(db: Reader, scope: SpendingScope): Promise<readonly string[]> {
  const { rows } = await selectHiddenNumbers(scope.claims).execute(db)
  return [...new Set(rows.map(({ number }) => number))]
}

/** Withdrawn transactions, and those of withdrawn accounts, do not show. */
const isThere = sql<boolean>`(state <> 'withdrawn' and exists (
  select from spending_account as of where of.member_id = spending_transaction.member_id
    and of.account_id = spending_transaction.account_id and of.state <> 'withdrawn'))`

const isMoved = sql<boolean>`state in ('posted', 'receipt-needed')`

const shownColumns = [
  'member_id',
  'transaction_id',
  'account_id',
  'moved_on',
  'kind',
  'amount_cents',
  'paid_by',
  'payee',
  'note',
  'for_member_id',
  'claim_number',
  'claim_payer',
] as const

export type ShownTransaction = Pick<Selectable<Tables['spending_transaction']>, (typeof shownColumns)[number]> & {
  readonly state: TransactionState
  readonly withheld: boolean
}

/** Transactions that match a scope and a filter, in the requested order; `limit` and `offset` count transactions. */
export async function listTransactions(
  db: Reader,
  scope: SpendingScope,
  query: {
    readonly filter: TransactionFilter
    readonly order: TransactionOrder
    readonly limit: number
    readonly offset: number
  },
): Promise<ShownTransaction[]> {
  const { sort, order } = query.order
  const hidden = await listHiddenNumbers(db, scope)
  const rows = await db
    .selectFrom('spending_transaction')
    .select(shownColumns)
    .select(sql<TransactionState>`state`.as('state'))
    .select(isWithheld(scope, hidden).as('withheld'))
    .where((eb) => isShown(eb, scope, query.filter, hidden))
    .orderBy(sort === 'date' ? sql`moved_on` : sql`abs(amount_cents)`, order)
    .$if(sort !== 'date', (q) => q.orderBy('moved_on', 'desc'))
    .orderBy('transaction_id')
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  return rows
}

function isShown(
  eb: ExpressionBuilder<Tables, 'spending_transaction'>,
  scope: SpendingScope,
  filter: TransactionFilter,
  hidden: readonly string[],
) {
  const { account, from, to, kind, person } = filter
  return eb.and([
    eb('member_id', '=', sql<string>`any(${listIds(scope)}::uuid[])`),
    isThere,
    ...(account === undefined ? [] : [eb('account_id', '=', account)]),
    ...(from === undefined ? [] : [eb('moved_on', '>=', from)]),
    ...(to === undefined ? [] : [eb('moved_on', '<=', to)]),
    ...(kind === undefined ? [] : [eb('kind', '=', kind)]),
    // A filter by person must not reveal whom a withheld transaction was for.
    ...(person === undefined
      ? []
      : [sql<boolean>`${patient} = ${person}::uuid`, sql<boolean>`not ${isWithheld(scope, hidden)}`]),
  ])
}

export async function sumTransactions(db: Reader, scope: SpendingScope, filter: TransactionFilter) {
  const hidden = filter.person === undefined ? [] : await listHiddenNumbers(db, scope)
  return db
    .selectFrom('spending_transaction')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(amount_cents) filter (where ${isMoved} and amount_cents > 0), 0)::bigint`.as('moneyIn'),
      sql<number>`coalesce(sum(amount_cents) filter (where ${isMoved} and amount_cents < 0), 0)::bigint`.as('moneyOut'),
      sql<number>`coalesce(sum(amount_cents) filter (where state = 'pending'), 0)::bigint`.as('waiting'),
    ])
    .where((eb) => isShown(eb, scope, filter, hidden))
    .executeTakeFirstOrThrow()
}

/** A sum for a month, also by account and by who paid in. */
export interface YearRow extends MonthSum {
  readonly accountId: string
  readonly paidBy: 'employee' | 'employer' | null
}

/** Transactions of a year, summed by month, kind, person, account and who paid in; in a stable order. */
export async function sumYear(
  db: Reader,
  scope: SpendingScope,
  filter: { readonly year: number; readonly account: string | undefined },
): Promise<YearRow[]> {
  const { year, account } = filter
  const within = { account, from: `${year}-01-01`, to: `${year}-12-31` }
  const hidden = await listHiddenNumbers(db, scope)
  const shown = db
    .selectFrom('spending_transaction')
    .select(['account_id', 'kind', 'paid_by', 'amount_cents'])
    .select(sql<number>`extract(month from moved_on)::int`.as('month'))
    // Money paid in is not for anyone's care.
    .select(
      sql<string | null>`case when ${isWithheld(scope, hidden)} or kind not in ('payment', 'card', 'reimbursement')
        then null else ${patient} end`.as('person'),
    )
    .where((eb) => isShown(eb, scope, within, hidden))
    .where(isMoved)
  return db
    .selectFrom(shown.as('shown'))
    .select(['account_id as accountId', 'kind', 'person', 'month', 'paid_by as paidBy'])
    .select((eb) => [
      sql<number>`coalesce(sum(amount_cents) filter (where amount_cents > 0), 0)::bigint`.as('inCents'),
      sql<number>`coalesce(sum(amount_cents) filter (where amount_cents < 0), 0)::bigint`.as('outCents'),
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy(['account_id', 'kind', 'person', 'month', 'paid_by'])
    .orderBy('month')
    .orderBy('account_id')
    .orderBy('kind')
    .orderBy('person')
    .orderBy('paid_by')
    .execute()
}

/** The years with any transactions, newest first. */
export async function yearsMoved(db: Reader, scope: SpendingScope): Promise<number[]> {
  const rows = await db
    .selectFrom('spending_transaction')
    .select(sql<number>`distinct extract(year from moved_on)::int`.as('year'))
    .where('member_id', '=', sql<string>`any(${listIds(scope)}::uuid[])`)
    .where(isThere)
    .orderBy('year', 'desc')
    .execute()
  return rows.map(({ year }) => year)
}

/** All plan years of several members' accounts, earliest first. */
export function listAccountYears(db: Reader, memberIds: readonly string[]): Promise<KnownAccount[]> {
  return db
    .selectFrom('spending_account')
    .select(['member_id as memberId', 'account_id as accountId', 'account_number as accountNumber'])
    .select(['plan_year as planYear', 'begin_date as beginDate'])
    .where('member_id', '=', sql<string>`any(${[...memberIds]}::uuid[])`)
    .orderBy('plan_year')
    .execute()
}

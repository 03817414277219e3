import type { SentTo } from '@portico/contract/call'
import type { listTransactions } from '@portico/contract/calls/spending'
import { transactionKinds } from '@portico/rules/spending/accounts'
import { type PageSize, pageAfterResize, readPageSize } from '@portico/rules/widgets/item-list'
import { links } from '../router/links.ts'

/** How transactions can be sorted. */
export const sortings = ['date-desc', 'date-asc', 'amount-desc'] as const
export type SpendingSorting = (typeof sortings)[number]

/** What the spending page shows (MP-11). It is in the address and reveals no health information: only ids, kinds and days. */
export interface SpendingQuery {
  /** Plan year; '' for the current one. */
  readonly year: string
  readonly page: number
  readonly pageSize: PageSize
  readonly sorting: SpendingSorting
  /** By the portal's own ids; '' for all. */
  readonly account: string
  readonly person: string
  readonly kind: (typeof transactionKinds)[number] | ''
  /** Days `yyyy-mm-dd`; '' for any. */
  readonly from: string
  readonly to: string
}

export const start: SpendingQuery = {
  year: '',
  page: 1,
  pageSize: 10,
  sorting: 'date-desc',
  account: '',
  person: '',
  kind: '',
  from: '',
  to: '',
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const day = /^\d{4}-\d{2}-\d{2}$/

/** Reads the parameters of an address; invalid ones are ignored. */
export function readSpendingQuery(params: Readonly<Record<string, string>>): SpendingQuery {
  const matching = (name: string, pattern: RegExp) => (pattern.test(params[name] ?? '') ? (params[name] ?? '') : '')
  return {
    year: matching('year', /^2[01]\d\d$/),
    page: /^[1-9]\d{0,4}$/.test(params.page ?? '') ? Number(params.page) : start.page,
    pageSize: readPageSize(params.pageSize ?? String(start.pageSize)),
    sorting: sortings.find((one) => one === params.sorting) ?? start.sorting,
    account: matching('account', uuid),
    person: matching('person', uuid),
    kind: transactionKinds.find((one) => one === params.kind) ?? '',
    from: matching('from', day),
    to: matching('to', day),
  }
}

export function spendingAddress(query: SpendingQuery): string {
  const given = Object.entries(query).filter(([name, value]) => value !== start[name as keyof SpendingQuery])
  const params = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return params === '' ? links.spending() : `${links.spending()}?${params}`
}

/** How many filters are on. */
export function filtersOn({ account, person, kind, from, to }: SpendingQuery): number {
  return [account, person, kind, from, to].filter(Boolean).length
}

/** The query without its filters. */
export function withoutFilters({ year, sorting, pageSize }: SpendingQuery): SpendingQuery {
  return { ...start, year, sorting, pageSize }
}

/** The query with another page size, still showing the transaction that was first. */
export function withPageSize(query: SpendingQuery, pageSize: PageSize): SpendingQuery {
  return { ...query, pageSize, page: pageAfterResize(query, pageSize) }
}

type CallQuery = NonNullable<SentTo<typeof listTransactions>['query']>

/** The query in the form that the calls take. */
export function filterOf(query: SpendingQuery): CallQuery {
  const [sort, order] = query.sorting.split('-') as [CallQuery['sort'], CallQuery['order']]
  return {
    sort,
    order,
    ...(query.account !== '' && { account: query.account }),
    ...(query.person !== '' && { person: query.person }),
    ...(query.kind !== '' && { kind: query.kind }),
    ...(query.from !== '' && { from: query.from }),
    ...(query.to !== '' && { to: query.to }),
  }
}

import type { SentTo } from '@portico/contract/call'
import type { listTransactions } from '@portico/contract/calls/spending'
import { transactionKinds } from '@portico/rules/spending/accounts'
import type { PageSize } from '@portico/rules/widgets/item-list'
import { links } from '../../base/router/links.ts'
import { listParams, withListParams } from '../../base/router/list-address.ts'

/** How transactions can be sorted. */
export const sortings = ['date-desc', 'date-asc', 'amount-desc'] as const
export type SpendingSorting = (typeof sortings)[number]

/** What the spending page shows (MP-11). The query is in the address and reveals no health information: only ids, kinds and days. */
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

/** Reads the parameters of an address; invalid ones are ignored. */
export function readSpendingQuery(params: Readonly<Record<string, string>>): SpendingQuery {
  const { id, day, readMatching, place } = listParams(params)
  return {
    year: readMatching('year', /^2[01]\d\d$/),
    ...place,
    sorting: sortings.find((one) => one === params.sorting) ?? start.sorting,
    account: id('account'),
    person: id('person'),
    kind: transactionKinds.find((one) => one === params.kind) ?? '',
    from: day('from'),
    to: day('to'),
  }
}

export function spendingAddress(query: SpendingQuery): string {
  return withListParams(links.spending(), query, start)
}

/** How many filters are on. */
export function filtersOn({ account, person, kind, from, to }: SpendingQuery): number {
  return [account, person, kind, from, to].filter(Boolean).length
}

/** The query without its filters. */
export function withoutFilters({ year, sorting, pageSize }: SpendingQuery): SpendingQuery {
  return { ...start, year, sorting, pageSize }
}

type CallQuery = NonNullable<SentTo<typeof listTransactions>['query']>

/** The query in the form that the calls take. */
export function toFilter(query: SpendingQuery): CallQuery {
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

import type { SentTo } from '@portico/contract/call'
import type { listClaims } from '@portico/contract/calls/claims'
import { claimCategories } from '@portico/rules/claims/category'
import { claimStates } from '@portico/rules/claims/state'
import type { PageSize } from '@portico/rules/widgets/item-list'
import { links } from '../../base/router/links.ts'
import { listParams, withListParams } from '../../base/router/list-address.ts'

/** How a list of claims can be sorted. */
export const sortings = ['serviceDate-desc', 'serviceDate-asc', 'youOwe-desc', 'billed-desc', 'provider-asc'] as const
export type ClaimSorting = (typeof sortings)[number]

/**
 * Which claims are shown (MP-3). The query is in the address, so that Back, reload and bookmarks work; search words and providers are not,
 * because they reveal health information.
 */
export interface ClaimListQuery {
  readonly page: number
  readonly pageSize: PageSize
  readonly sorting: ClaimSorting
  /** Whose claims, by the portal's own id; '' for everyone. */
  readonly who: string
  readonly kind: (typeof claimCategories)[number] | ''
  readonly state: (typeof claimStates)[number] | ''
  /** Days `yyyy-mm-dd`; '' for any. */
  readonly from: string
  readonly to: string
  readonly owe: boolean
}

export const start: ClaimListQuery = {
  page: 1,
  pageSize: 10,
  sorting: 'serviceDate-desc',
  who: '',
  kind: '',
  state: '',
  from: '',
  to: '',
  owe: false,
}

/** Reads the parameters of an address; invalid ones are ignored. */
export function readClaimQuery(params: Readonly<Record<string, string>>): ClaimListQuery {
  const { id, day, place } = listParams(params)
  return {
    ...place,
    sorting: sortings.find((one) => one === params.sorting) ?? start.sorting,
    who: id('who'),
    kind: claimCategories.find((one) => one === params.kind) ?? '',
    state: claimStates.find((one) => one === params.state) ?? '',
    from: day('from'),
    to: day('to'),
    owe: params.owe === 'true',
  }
}

export function claimsAddress(query: ClaimListQuery): string {
  return withListParams(links.claims(), query, start)
}

/** The address of a claim, including the list it was found in. */
export function claimAddress(claimId: string, query: ClaimListQuery): string {
  return withListParams(links.claim(claimId), query, start)
}

/** How many filters are on. */
export function filtersOn(query: ClaimListQuery): number {
  const { who, kind, state, from, to, owe } = query
  return [who, kind, state, from, to, owe].filter(Boolean).length
}

type CallQuery = NonNullable<SentTo<typeof listClaims>['query']>

/** The filter in the form that the calls take. */
export function toFilter(query: ClaimListQuery): CallQuery {
  const [sort, order] = query.sorting.split('-') as [CallQuery['sort'], CallQuery['order']]
  return {
    sort,
    order,
    ...(query.who !== '' && { memberId: query.who }),
    ...(query.kind !== '' && { kind: query.kind }),
    ...(query.state !== '' && { state: query.state }),
    ...(query.from !== '' && { from: query.from }),
    ...(query.to !== '' && { to: query.to }),
    ...(query.owe && { owe: 'true' as const }),
  }
}

export function callQuery(query: ClaimListQuery): CallQuery {
  return { ...toFilter(query), page: String(query.page), pageSize: `${query.pageSize}` }
}

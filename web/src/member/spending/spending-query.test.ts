import { withPageSize } from '@portico/rules/widgets/item-list'
import { expect, test } from 'vitest'
import {
  filtersOn,
  readSpendingQuery,
  type SpendingQuery,
  spendingAddress,
  start,
  toFilter,
  withoutFilters,
} from './spending-query.ts'

const some: SpendingQuery = {
  year: '2025',
  page: 3,
  pageSize: 50,
  sorting: 'amount-desc',
  kind: 'card',
  account: '0197f7a0-0000-8000-8000-000000000001',
  person: '0197f7a0-0000-7000-8000-000000000002',
  from: '2026-01-01',
  to: '2026-06-30',
}

test('MP-11 an address restores its list, and leaves out defaults', () => {
  expect(readSpendingQuery(Object.fromEntries(new URLSearchParams(spendingAddress(some).split('?')[1])))).toEqual(some)
  expect(spendingAddress(start)).toBe('/spa/#/spendingSummary')
})

test('MP-11 invalid parameters of an address are left out', () => {
  const odd = { year: '1999', page: '0', pageSize: '7', sorting: 'magic', account: 'HSA-1', kind: 'x', from: 'now' }
  expect(readSpendingQuery(odd)).toEqual(start)
})

test('MP-11 the call gets the chosen filters, and nothing more', () => {
  expect(toFilter(some)).toEqual({
    sort: 'amount',
    order: 'desc',
    account: some.account,
    person: some.person,
    kind: 'card',
    from: '2026-01-01',
    to: '2026-06-30',
  })
  expect(toFilter(start)).toEqual({ sort: 'date', order: 'desc' })
  expect([filtersOn(start), filtersOn(some), filtersOn(withoutFilters(some))]).toEqual([0, 5, 0])
  expect(withPageSize(some, 10).page).toBe(11)
})

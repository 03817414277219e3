import { expect, test } from 'vitest'
import {
  type ClaimListQuery,
  callQuery,
  claimAddress,
  claimsAddress,
  filtersOn,
  readClaimQuery,
  start,
} from './list-query.ts'

const some: ClaimListQuery = {
  page: 3,
  pageSize: 50,
  sorting: 'youOwe-desc',
  who: '0197f7a0-0000-7000-8000-000000000001',
  kind: 'pharmacy',
  state: 'denied',
  from: '2026-01-01',
  to: '2026-06-30',
  owe: true,
}
const readParams = (address: string) => Object.fromEntries(new URLSearchParams(address.split('?')[1] ?? ''))

test('MP-3 an address restores its list, and leaves out defaults', () => {
  expect(readClaimQuery(readParams(claimsAddress(some)))).toEqual(some)
  expect(claimsAddress(start)).toBe('/login/#/claims/activitySummary')
})

test('MP-3 the address of a claim keeps the list that it was found in', () => {
  expect(readClaimQuery(readParams(claimAddress('c', some)))).toEqual(some)
})

test('MP-3 invalid parameters of an address are left out', () => {
  const odd = {
    page: '-1',
    pageSize: '7',
    sorting: 'magic',
    who: 'me',
    kind: 'x',
    state: 'replaced',
    from: 'now',
    owe: '1',
  }
  expect(readClaimQuery(odd)).toEqual(start)
})

test('MP-3 the call gets the chosen filters', () => {
  expect(callQuery(some)).toEqual({
    sort: 'youOwe',
    order: 'desc',
    memberId: some.who,
    kind: 'pharmacy',
    state: 'denied',
    owe: 'true',
    from: '2026-01-01',
    to: '2026-06-30',
    page: '3',
    pageSize: '50',
  })
  expect(callQuery(start)).toEqual({ sort: 'serviceDate', order: 'desc', page: '1', pageSize: '10' })
  expect([filtersOn(start), filtersOn(some)]).toEqual([0, 6])
})

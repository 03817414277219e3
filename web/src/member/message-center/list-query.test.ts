import { parseHash } from '@portico/rules/routing/hash'
import { pageSizes, withPageSize } from '@portico/rules/widgets/item-list'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  callQuery,
  folders,
  listSortings,
  mailboxAddress,
  pageWithin,
  readMailQuery,
  sortings,
  startQuery,
} from './list-query.ts'

const queries = fc.constantFrom(...folders).chain((folder) =>
  fc.record({
    folder: fc.constant(folder),
    page: fc.integer({ min: 1, max: 100_000 }),
    pageSize: fc.constantFrom(...pageSizes),
    sorting: fc.constantFrom(...listSortings(folder)),
    searching: folder === 'drafts' ? fc.constant(false) : fc.boolean(),
  }),
)

describe('MC-2 the list in the address', () => {
  it('MC-2 begins with the newest ten of the inbox', () => {
    expect(readMailQuery({})).toEqual({ folder: 'inbox', page: 1, pageSize: 10, sorting: 'newest', searching: false })
    expect(mailboxAddress(startQuery())).toBe('/msg/#!/message-center')
    expect(mailboxAddress(startQuery(), 'm-1')).toBe('/msg/#!/message-center/m-1')
  })

  it('MC-2 RT-2 a written address is read back', () => {
    fc.assert(
      fc.property(queries, (query) => {
        expect(readMailQuery(parseHash(mailboxAddress(query).replace('/msg/', '')).params)).toEqual(query)
        const message = parseHash(mailboxAddress(query, 'm-1').replace('/msg/', ''))
        expect(message.segments).toEqual(['message-center', 'm-1'])
        expect(readMailQuery(message.params)).toEqual(query)
      }),
    )
  })

  it('MC-2 ST-2 an address without parameters follows the person’s preference, and every other list can be expressed', () => {
    const preferences = fc.record({ pageSize: fc.constantFrom(...pageSizes), sorting: fc.constantFrom(...sortings) })
    fc.assert(
      fc.property(queries, preferences, (query, preferred) => {
        expect(readMailQuery({}, preferred)).toEqual({ folder: 'inbox', page: 1, searching: false, ...preferred })
        const { params } = parseHash(mailboxAddress(query, null, preferred).replace('/msg/', ''))
        expect(readMailQuery(params, preferred)).toEqual(query)
      }),
    )
    expect(mailboxAddress({ ...startQuery(), pageSize: 50 }, null, { pageSize: 50, sorting: 'newest' })).toBe(
      '/msg/#!/message-center',
    )
    expect(readMailQuery({ folder: 'sent' }, { pageSize: 10, sorting: 'from' }).sorting).toBe('newest')
  })

  it('MC-2 nonsense in an address becomes the default', () => {
    for (const page of ['0', '-1', '1.5', 'x', '', '99999999']) expect(readMailQuery({ page }).page).toBe(1)
    expect(readMailQuery({ folder: 'trash', pageSize: '20', sorting: 'size' })).toEqual(startQuery())
    expect(readMailQuery({ page: '999999' }).page).toBe(100_000)
  })

  it('MC-2 Sent is not sorted by its one sender', () => {
    expect(listSortings('inbox')).toEqual(['newest', 'oldest', 'subject', 'from'])
    expect(listSortings('sent')).toEqual(['newest', 'oldest', 'subject'])
    expect(readMailQuery({ folder: 'sent', sorting: 'from' }).sorting).toBe('newest')
  })
})

describe('MC-5 the list for the call', () => {
  it.each([
    ['newest', 'date', 'desc'],
    ['oldest', 'date', 'asc'],
    ['subject', 'subject', 'asc'],
    ['from', 'from', 'asc'],
  ] as const)('MC-5 %s is sorted by %s, %s', (sorting, sort, order) => {
    const query = { folder: 'inbox', page: 3, pageSize: 50, sorting, searching: false } as const
    expect(callQuery(query)).toEqual({ folder: 'inbox', page: '3', pageSize: '50', threads: 'true', sort, order })
  })
})

describe('MN-5 paging', () => {
  it.each([
    [1, 0, 1],
    [2, 0, 1],
    [2, 10, 1],
    [2, 11, 2],
    [9, 35, 4],
  ])('MN-5 page %i of %i messages is page %i', (page, total, expected) => {
    expect(pageWithin({ page, pageSize: 10 }, total)).toBe(expected)
  })

  it('MN-5 another page size still shows the item that was first', () => {
    fc.assert(
      fc.property(queries, fc.constantFrom(...pageSizes), (query, pageSize) => {
        const first = (query.page - 1) * query.pageSize
        const { page } = withPageSize(query, pageSize)
        expect((page - 1) * pageSize).toBeLessThanOrEqual(first)
        expect(page * pageSize).toBeGreaterThan(first)
      }),
    )
  })
})

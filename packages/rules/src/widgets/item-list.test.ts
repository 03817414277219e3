import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listPage, pageSizes, readPageSize, withPageSize } from './item-list.ts'

const pageSize = fc.constantFrom(...pageSizes)

test('MN-5 a page has 10 items unless 50 or 100 are chosen', () => {
  expect(pageSizes).toEqual([10, 50, 100])
  expect([undefined, '', '10', '50', '100', '1000'].map(readPageSize)).toEqual([10, 10, 10, 50, 100, 10])
})

test('MN-5 the choice is offered only above 10 items', () => {
  const offers = (total: number) => listPage({ page: 1, pageSize: 10, total }).offersPageSize
  expect([0, 10, 11, 500].map(offers)).toEqual([false, false, true, true])
})

test('MN-5 an empty list shows no items', () => {
  expect(listPage({ page: 3, pageSize: 10, total: 0 })).toMatchObject({ page: 1, pages: 1, first: 0, last: 0 })
})

test('MN-5 the pages of a list show every item once, in order', () => {
  fc.assert(
    fc.property(pageSize, fc.nat(2000), (size, total) => {
      const { pages } = listPage({ page: 1, pageSize: size, total })
      const shown = Array.from({ length: pages }, (_, at) => listPage({ page: at + 1, pageSize: size, total })).flatMap(
        ({ first, last }) => (first === 0 ? [] : Array.from({ length: last - first + 1 }, (_, at) => first + at)),
      )
      expect(shown).toEqual(Array.from({ length: total }, (_, at) => at + 1))
    }),
    { numRuns: 40 },
  )
})

test('MN-5 a page beyond the end is the last one', () => {
  fc.assert(
    fc.property(pageSize, fc.nat(2000), fc.integer({ min: 1, max: 100_000 }), (size, total, page) => {
      const found = listPage({ page, pageSize: size, total })
      expect(found.page).toBeLessThanOrEqual(found.pages)
      expect(found.page).toBe(Math.min(page, found.pages))
    }),
  )
})

test('MN-5 another page size still shows the item that was first', () => {
  fc.assert(
    fc.property(pageSize, pageSize, fc.integer({ min: 1, max: 200 }), (size, next, page) => {
      const firstItem = (page - 1) * size + 1
      const total = firstItem + size
      const shown = listPage({ ...withPageSize({ page, pageSize: size }, next), total })
      expect(shown.first).toBeLessThanOrEqual(firstItem)
      expect(shown.last).toBeGreaterThanOrEqual(firstItem)
    }),
  )
})

import { expect, test } from 'vitest'
import { callQuery, readFilter, workspaceAddress } from './filter.ts'

test('MC-6 an address restores its queue, and invalid parameters filter nothing', () => {
  const filter = { view: 'mine', brand: 'hmbcbs', categoryId: 'id-card', age: 'days' } as const
  const address = workspaceAddress(filter, 'abc')
  expect(address).toBe('/msg/#!/workspace/abc?view=mine&brand=hmbcbs&category=id-card&age=days')
  expect(readFilter(Object.fromEntries(new URLSearchParams(address.split('?')[1])))).toEqual(filter)
  const none = { view: 'open', brand: '', categoryId: '', age: '' } as const
  expect(readFilter({ view: 'all', brand: '<b>', category: 'x'.repeat(50), age: 'old' })).toEqual(none)
  expect(workspaceAddress(none)).toBe('/msg/#!/workspace')
})

test('MC-6 the call gets only parameters that filter', () => {
  expect(callQuery({ view: 'open', brand: '', categoryId: '', age: '' }, null)).toEqual({ view: 'open' })
  expect(callQuery({ view: 'mine', brand: 'ms', categoryId: 'claims', age: 'day' }, 'x')).toEqual({
    view: 'mine',
    brand: 'ms',
    categoryId: 'claims',
    age: 'day',
    after: 'x',
  })
})

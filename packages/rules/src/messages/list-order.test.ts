import { expect, it } from 'vitest'
import { readListPreference } from './list-order.ts'

it('ST-2 MC-2 a stored preference is read back', () => {
  expect(readListPreference({ pageSize: 50, sorting: 'oldest', more: 1 })).toEqual({ pageSize: 50, sorting: 'oldest' })
})

it.each([
  null,
  undefined,
  7,
  'x',
  [],
  {},
  { pageSize: 20, sorting: 'oldest' },
  { pageSize: 50, sorting: 'constructor' },
  { pageSize: '50', sorting: 'oldest' },
])('ST-2 MC-2 %j is no preference', (value) => {
  expect(readListPreference(value)).toBeNull()
})

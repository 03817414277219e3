import { expect, it } from 'vitest'
import { checkSearch } from './search.ts'

it('VA-8 a search term is required', () => {
  for (const text of ['', '   ', '\n\t']) expect(checkSearch(text)).toEqual({ code: 'search.missing' })
})

it('VA-8 a search term has at most 64 characters', () => {
  expect(checkSearch('a')).toBeNull()
  expect(checkSearch('x'.repeat(64))).toBeNull()
  expect(checkSearch('x'.repeat(65))).toEqual({ code: 'search.too-long', params: { maximum: 64 } })
})

import { expect, test } from 'vitest'
import { listScopesToldAgain, scopeWords } from './access.ts'

test('RG-3 a scope is told again to those who gave it by words that named less, and to no one else', () => {
  expect(listScopesToldAgain(['coverage', 'claims', 'messages'], 0)).toEqual(['claims'])
  expect(listScopesToldAgain(['coverage', 'messages'], 0)).toEqual([])
  expect(listScopesToldAgain(['coverage', 'claims'], scopeWords)).toEqual([])
})

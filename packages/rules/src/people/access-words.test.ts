import { expect, test } from 'vitest'
import { listScopesToldAgain, scopeWords } from './access.ts'

test('RG-3 only members who gave a scope under a wording that included less are notified again', () => {
  expect(listScopesToldAgain(['coverage', 'claims', 'messages'], 0)).toEqual(['claims'])
  expect(listScopesToldAgain(['coverage', 'messages'], 0)).toEqual([])
  expect(listScopesToldAgain(['coverage', 'claims'], scopeWords)).toEqual([])
})

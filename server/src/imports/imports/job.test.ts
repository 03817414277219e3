import { importKinds } from '@portico/contract/import-kinds'
import { expect, test } from 'vitest'
import { csvKinds } from './csv/kinds.ts'

test('AD-5 the page has words for every kind of CSV file', () => {
  const known: readonly string[] = importKinds
  expect(csvKinds.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
})

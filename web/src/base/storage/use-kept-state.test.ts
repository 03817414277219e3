import { expect, test } from 'vitest'
import { readStored } from './use-kept-state.ts'

const initial = { words: '', state: 'open' }

test('AD-4 CT-5 stored values fill their fields, and nothing else does', () => {
  expect(readStored(JSON.stringify({ words: 'claim' }), initial)).toEqual({ words: 'claim', state: 'open' })
  expect(readStored(JSON.stringify({ words: 3, other: 'x' }), initial)).toEqual(initial)
  for (const nothing of [null, 'null', '"text"']) expect(readStored(nothing, initial)).toEqual(initial)
})

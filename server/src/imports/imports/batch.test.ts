import { expect, test } from 'vitest'
import { createBatch } from './batch.ts'

test('IM-5 a batch is full by number of pieces or by length', () => {
  const batch = createBatch<{ readonly text: string }>(() => 3)
  const short = { text: 'x' }
  expect([batch.add(short), batch.add(short), batch.add(short)]).toEqual([false, false, true])
  expect([batch.take(), batch.take()]).toEqual([[short, short, short], []])
  const long = { text: 'x'.repeat(3_000_000) }
  expect([batch.add(long), batch.add(long)]).toEqual([false, true])
  batch.take()
  expect(batch.add(long)).toBe(false)
})

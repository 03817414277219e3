import { expect, test } from 'vitest'
import { progressText } from './progress.ts'

test('IM-5 progress shows how far, how fast and how much longer', () => {
  const counts = { read: 12_000, created: 12_000, updated: 0, unchanged: 0, rejected: 3, skipped: 0 }
  expect(progressText({ done: 25, total: 100, ms: 60_000, counts })).toBe(
    '25 %, 12,000 resources, 200 a second, 3 min left, 3 rejected',
  )
  expect(progressText({ done: 0, total: 100, ms: 10, counts: { ...counts, read: 0, rejected: 0 } })).toBe(
    '0 %, 0 resources, 0 a second',
  )
})

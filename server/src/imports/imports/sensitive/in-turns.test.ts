import { expect, test } from 'vitest'
import { mapInTurns, markedAtOnce } from './in-turns.ts'

test('OP-7 MP-14 other work gets its turn during a large review', async () => {
  const turns = 5
  let others = 0
  const seen: number[] = []
  const go = () => {
    others += 1
    if (others < 100) setImmediate(go)
  }
  setImmediate(go)
  const items = Array.from({ length: turns * markedAtOnce }, (_, index) => index)
  const doubled = await mapInTurns(items, (item) => {
    seen.push(others)
    return item * 2
  })
  expect(doubled).toEqual(items.map((item) => item * 2))
  expect(new Set(seen).size).toBe(turns)
})

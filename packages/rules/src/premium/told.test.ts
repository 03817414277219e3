import { expect, test } from 'vitest'
import { chooseTold, type Told } from './told.ts'

const premium = (amountCents: number, from: string | null): Told => ({ kind: 'premium', plan: null, amountCents, from })

test('FD-1 MP-18 of amounts with different first days, the one that applies today counts, else the next', () => {
  const all = [premium(400, '2026-01-01'), premium(420, '2026-07-01'), premium(450, '2027-01-01')]
  for (const order of [all, all.toReversed()]) {
    expect(chooseTold(order, '2026-06-30')).toEqual([all[0]])
    expect(chooseTold(order, '2026-07-01')).toEqual([all[1]])
    expect(chooseTold(order, '2025-12-31')).toEqual([all[0]])
    expect(chooseTold(order, '2027-05-01')).toEqual([all[2]])
  }
  expect(chooseTold([premium(1, null), premium(2, '2027-01-01')], '2026-01-01')).toEqual([premium(1, null)])
  expect(chooseTold([], '2026-01-01')).toEqual([])
})

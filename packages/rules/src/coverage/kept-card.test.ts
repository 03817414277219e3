import { expect, test } from 'vitest'
import { findKeptEnd, isKeptDue, listHolding, mayShowKept } from './kept-card.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const keptAt = Date.UTC(2026, 2, 1, 15)
const until = findKeptEnd(keptAt, 30)
const times = { keptAt, until, seenAt: keptAt }

test('MP-12 a kept card shows for as many days as the plan says, and not a moment longer', () => {
  expect(until).toBe(Date.UTC(2026, 2, 31, 15))
  expect(mayShowKept(times, keptAt)).toBe(true)
  expect(mayShowKept(times, until - 1)).toBe(true)
  expect(mayShowKept(times, until)).toBe(false)
  expect(mayShowKept({ ...times, until: findKeptEnd(keptAt, 0) }, keptAt)).toBe(false)
})

test('MP-12 a clock that is off by a few hours hides no card, and a clock that was turned back shows none', () => {
  expect(mayShowKept(times, keptAt - 11 * hour)).toBe(true)
  expect(mayShowKept(times, keptAt - day)).toBe(false)
  // It was seen three weeks later: the clock cannot have gone back to the first day since.
  expect(mayShowKept({ ...times, seenAt: keptAt + 21 * day }, keptAt + day)).toBe(false)
  expect(mayShowKept({ ...times, seenAt: keptAt + 21 * day }, keptAt + 21 * day - hour)).toBe(true)
})

test('MP-12 kept cards are fetched again after a day, and at once in a new session', () => {
  expect(isKeptDue({ keptAt, isOfThisSession: true }, keptAt + day - 1)).toBe(false)
  expect(isKeptDue({ keptAt, isOfThisSession: true }, keptAt + day)).toBe(true)
  expect(isKeptDue({ keptAt, isOfThisSession: false }, keptAt)).toBe(true)
})

test('MP-12 the card of an ended plan no longer shows, but still shows on its last day', () => {
  const cards = [{ ends: null }, { ends: '2026-03-31' }, { ends: '2026-03-30' }]
  expect(listHolding(cards, '2026-03-31')).toEqual([{ ends: null }, { ends: '2026-03-31' }])
})

import { expect, test } from 'vitest'
import type { QueueFilter } from './filter.ts'
import type { Queues } from './types.ts'
import { isChanged, type Seen, updateSeen } from './use-stale.ts'

const all: QueueFilter = { view: 'open', brand: '', categoryId: '', age: '' }

interface Queue {
  readonly brand?: string
  readonly categoryId?: string
  readonly open: number
  readonly mine?: number
  readonly newestSince?: string
}

function buildQueues(...queues: readonly Queue[]): Queues {
  const whole = queues.map((one) => ({
    ...{ brand: 'hmbcbs', categoryId: 'claims', age: 'hours', mine: 0, unassigned: 0, overdue: 0 },
    newestSince: '2026-11-27T09:00:00Z',
    ...one,
  }))
  const settled = [{ brand: 'hmbcbs', categoryId: 'claims', waiting: 5, resolved: 7 }]
  return { queues: whole, settled } as unknown as Queues
}

/** A page: each step shows a filter with counts, or without while they are being loaded with a list; returns whether the list is old. */
function steps() {
  let seen: Seen | null = null
  return (filter: QueueFilter, queues: Queues, loading = false) => {
    seen = updateSeen(seen, { queues, loading, failed: false, reload: () => {} }, filter)
    return isChanged(seen, queues, filter)
  }
}

test('MC-6 a queue has changed once its count differs from its list’s, and not when another is chosen', () => {
  const isStale = steps()
  const first = buildQueues({ open: 4, mine: 1 })
  expect(isStale(all, first)).toBe(false)
  for (const view of ['mine', 'waiting', 'resolved', 'open'] as const) {
    expect(isStale({ ...all, view }, first, true)).toBe(false)
    expect(isStale({ ...all, view }, first)).toBe(false)
  }
  expect(isStale(all, buildQueues({ open: 5, mine: 1 }))).toBe(true)
  // Shown: both are loaded again.
  expect(isStale(all, buildQueues({ open: 5, mine: 1 }), true)).toBe(false)
  expect(isStale(all, buildQueues({ open: 5, mine: 1 }))).toBe(false)
})

test("MC-6 one's own answer is no change of the queue: its list and counts are loaded with it", () => {
  const isStale = steps()
  expect(isStale(all, buildQueues({ open: 4 }))).toBe(false)
  expect(isStale(all, buildQueues({ open: 4 }), true)).toBe(false)
  expect(isStale(all, buildQueues({ open: 3 }))).toBe(false)
})

test('MC-6 new conversations in other queues do not count as changes of the chosen ones', () => {
  const isStale = steps()
  const claims = { ...all, categoryId: 'claims', brand: 'hmbcbs' }
  expect(isStale(claims, buildQueues({ open: 4 }, { brand: 'de', open: 1 }, { categoryId: 'card', open: 2 }))).toBe(
    false,
  )
  expect(isStale(claims, buildQueues({ open: 4 }, { brand: 'de', open: 3 }, { categoryId: 'card', open: 5 }))).toBe(
    false,
  )
  expect(isStale(claims, buildQueues({ open: 5 }, { brand: 'de', open: 3 }))).toBe(true)
})

test('MC-6 a conversation that arrived while another left counts as a change, even with the same number open', () => {
  const isStale = steps()
  expect(isStale(all, buildQueues({ open: 4 }, { brand: 'de', open: 2 }))).toBe(false)
  const later = { open: 4, newestSince: '2026-11-27T10:00:00Z' }
  const ofClaims = { ...all, brand: 'hmbcbs' }
  expect(isStale(all, buildQueues(later, { brand: 'de', open: 2 }))).toBe(true)
  expect(isStale(ofClaims, buildQueues({ open: 4 }))).toBe(false)
  expect(isStale(ofClaims, buildQueues({ open: 4 }, { brand: 'de', ...later }))).toBe(false)
})

import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import type { QueueFilter } from './filter.ts'
import { QueueBar } from './queue-bar.tsx'
import type { QueueCounts } from './use-queues.ts'

const queues = {
  brands: [],
  categories: [{ categoryId: 'claims', label: 'Claims' }],
  queues: [
    { ...{ brand: 'hmbcbs', categoryId: 'claims', age: 'day', newestSince: '2026-11-20T15:00:00Z' }, open: 3, mine: 1 },
  ].map((one) => ({ ...one, unassigned: 2, overdue: 0 })),
  settled: [{ brand: 'hmbcbs', categoryId: 'claims', waiting: 1, resolved: 16 }],
} as unknown as NonNullable<QueueCounts['queues']>

test('MC-6 a filter’s choice counts what it lists in the open view', () => {
  const show = (view: QueueFilter['view']) => {
    const filter = { view, brand: '', categoryId: '', age: '', q: '', page: 1 } as unknown as QueueFilter
    const counts = { queues, failed: false, loading: false, reload: () => {} }
    return renderPage(<QueueBar filter={filter} counts={counts} threadId={null} />)
  }
  expect(show('open')).toContain('Claims (3)')
  expect(show('mine')).toContain('Claims (1)')
  expect(show('resolved')).toContain('Claims (16)')
  expect(show('waiting')).toContain('Claims (1)')
  // Appeals are not counted.
  expect(show('appeals')).toMatch(/>Claims<\/option>/)
})

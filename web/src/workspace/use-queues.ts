import { workspaceQueues } from '@portico/contract/calls/workspace'
import { api } from '../api/api.ts'
import { useLoaded } from '../api/use-loaded.ts'
import type { QueueFilter } from './filter.ts'
import type { Queues } from './types.ts'

/** How often the counts are refreshed, in ms; this does not count as anyone's activity. */
const lookPause = 30_000

export interface QueueCounts {
  readonly queues: Queues | null
  readonly failed: boolean
  reload(): void
}

/** The counts of all queues, refreshed automatically while the page is visible. */
export function useQueues(): QueueCounts {
  const {
    value: queues,
    failed,
    reload,
  } = useLoaded<Queues>((signal) => api.call(workspaceQueues, { signal }), { lookPause })
  return { queues, failed, reload }
}

/** How many conversations in a filter are not open; null if a waiting time is chosen, since they are not counted by it. */
export function settledOf(queues: Queues, filter: QueueFilter, state: 'waiting' | 'resolved'): number | null {
  const { brand, categoryId, age } = filter
  const within = queues.settled.filter(
    (one) => (brand === '' || one.brand === brand) && (categoryId === '' || one.categoryId === categoryId),
  )
  return age === '' ? within.reduce((total, one) => total + one[state], 0) : null
}

type Count = 'open' | 'mine' | 'unassigned' | 'overdue'

/** The sum of the counts in the queues that match `within`. */
export function sumOf(
  queues: Queues | null,
  count: Count,
  within: (queue: Queues['queues'][number]) => boolean = () => true,
): number {
  return (queues?.queues ?? []).filter(within).reduce((total, queue) => total + queue[count], 0)
}

import { workspaceQueues } from '@portico/contract/calls/workspace'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import type { QueueFilter } from './filter.ts'
import type { Queues } from './types.ts'

/** How often the counts are refreshed, in ms; this does not count as anyone's activity. */
const lookPause = 30_000

export interface QueueCounts {
  readonly queues: Queues | null
  readonly failed: boolean
  /** Whether counts for the current list are being loaded; the present ones may be older than the list. */
  readonly loading: boolean
  reload(): void
}

/** The counts of all queues, loaded again with each list (`key`), and refreshed automatically while the page is visible. */
export function useQueues(key: string): QueueCounts {
  const {
    last: queues,
    failed,
    loading,
    reload,
  } = useLoaded<Queues>((signal) => api.call(workspaceQueues, { signal }), { key, lookPause })
  return { queues, failed, loading, reload }
}

/** How many conversations a filter lists; null if that is not known. */
export function countListed(queues: Queues, filter: QueueFilter): number | null {
  const { view } = filter
  if (view === 'appeals') return null
  if (view !== 'waiting' && view !== 'resolved') return sumCounts(queues, view, isWithin(filter))
  return countSettled(queues, filter, view)
}

/** Since when the newest open conversation of a filter has been waiting; null if there is none. */
export function findNewest(queues: Queues, filter: QueueFilter): string | null {
  const times = queues.queues.filter(isWithin(filter)).map(({ newestSince }) => newestSince)
  return times.sort().at(-1) ?? null
}

/** Whether a queue is one of those that a filter covers. */
function isWithin({ brand, categoryId, age }: QueueFilter): (queue: Queues['queues'][number]) => boolean {
  return (queue) =>
    (brand === '' || queue.brand === brand) &&
    (categoryId === '' || queue.categoryId === categoryId) &&
    (age === '' || queue.age === age)
}

/** How many conversations in a filter are not open; null if a waiting time is chosen, since they are not counted by it. */
function countSettled(queues: Queues, filter: QueueFilter, state: 'waiting' | 'resolved'): number | null {
  const { brand, categoryId, age } = filter
  const within = queues.settled.filter(
    (one) => (brand === '' || one.brand === brand) && (categoryId === '' || one.categoryId === categoryId),
  )
  return age === '' ? within.reduce((total, one) => total + one[state], 0) : null
}

type Count = 'open' | 'mine' | 'unassigned' | 'overdue'

/** The sum of the counts in the queues that match `within`. */
export function sumCounts(
  queues: Queues | null,
  count: Count,
  within: (queue: Queues['queues'][number]) => boolean = () => true,
): number {
  return (queues?.queues ?? []).filter(within).reduce((total, queue) => total + queue[count], 0)
}

import { useState } from 'react'
import type { QueueFilter } from './filter.ts'
import type { Queues } from './types.ts'
import { countListed, findNewest, type QueueCounts } from './use-queues.ts'

/**
 * How many conversations a filter listed when its list was loaded; for open ones also the newest, since one may have left as another came.
 */
export interface Seen {
  readonly filter: string
  readonly count: number | null
  readonly newest: string | null
}

function lookAt(queues: Queues, filter: QueueFilter): Seen {
  const newest = filter.view === 'open' ? findNewest(queues, filter) : null
  return { filter: JSON.stringify(filter), count: countListed(queues, filter), newest }
}

/** The baseline of a list: the first counts loaded with it; null while they are loading. */
export function updateSeen(seen: Seen | null, counts: QueueCounts, filter: QueueFilter): Seen | null {
  if (counts.loading || counts.queues === null) return null
  return seen?.filter === JSON.stringify(filter) ? seen : lookAt(counts.queues, filter)
}

/** Whether a queue differs from its baseline. */
export function isChanged(seen: Seen | null, queues: Queues | null, filter: QueueFilter): boolean {
  if (seen === null || queues === null) return false
  const { count, newest } = lookAt(queues, filter)
  return count !== seen.count || newest !== seen.newest
}

/** Whether others have changed a queue since its list was loaded (MC-6). The viewer's own changes reload both. */
export function useStale(counts: QueueCounts, filter: QueueFilter): boolean {
  const [before, setSeen] = useState<Seen | null>(null)
  const seen = updateSeen(before, counts, filter)
  if (seen !== before) setSeen(seen)
  return isChanged(seen, counts.queues, filter)
}

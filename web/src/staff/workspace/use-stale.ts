import { useState } from 'react'
import type { QueueFilter } from './filter.ts'
import { countListed, type QueueCounts } from './use-queues.ts'

/** How many conversations a filter listed when its list was loaded. */
export interface Seen {
  readonly filter: string
  readonly count: number | null
}

/** What was seen of a list: the first count that is taken with it; null while that is on its way. */
export function updateSeen(seen: Seen | null, counts: QueueCounts, filter: QueueFilter): Seen | null {
  if (counts.loading || counts.queues === null) return null
  const name = JSON.stringify(filter)
  return seen?.filter === name ? seen : { filter: name, count: countListed(counts.queues, filter) }
}

/** Whether others have changed a queue since its list was loaded (MC-6). Each change of one's own loads both again. */
export function useStale(counts: QueueCounts, filter: QueueFilter): boolean {
  const [before, setSeen] = useState<Seen | null>(null)
  const seen = updateSeen(before, counts, filter)
  if (seen !== before) setSeen(seen)
  return seen !== null && counts.queues !== null && seen.count !== countListed(counts.queues, filter)
}

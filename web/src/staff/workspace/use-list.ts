import { searchThreads, workspaceThreads } from '@portico/contract/calls/workspace'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLeaving } from '../../base/api/use-leaving.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { callQuery, type QueueFilter } from './filter.ts'
import type { FoundLine, WorkLine } from './types.ts'

export interface WorkList {
  /** Null before the first answer. */
  readonly lines: readonly (WorkLine & Partial<Pick<FoundLine, 'excerpt'>>)[] | null
  readonly loading: boolean
  readonly failed: boolean
  /** Whether there are more: a queue can load them, a search cannot. */
  readonly more: boolean
  reload(): void
  loadMore(): void
}

interface Lines {
  readonly lines: NonNullable<WorkList['lines']>
  readonly next: string | null
  readonly more: boolean
}

/** Identifies a list among those loaded. */
export function listKey(filter: QueueFilter, search: string): string {
  return search === '' ? JSON.stringify(filter) : `search ${search}`
}

/** Conversations in a queue, page by page, or those found by a search (MC-6). The search is not in any address. */
export function useList(filter: QueueFilter, search: string): WorkList {
  const key = listKey(filter, search)
  const { value, failed, loading, reload, change } = useLoaded((signal) => ask(filter, search, null, signal), { key })
  const [loadingMore, setLoadingMore] = useState(false)
  const leaving = useLeaving()

  const loadMore = async () => {
    if (value?.next == null || loadingMore) return
    setLoadingMore(true)
    const found = await ask(filter, search, value.next, leaving()).catch(() => null)
    setLoadingMore(false)
    if (found === null) return
    change((last) => {
      // Another queue has been loaded in the meantime.
      if (last.next !== value.next) return last
      const known = new Set(last.lines.map(({ threadId }) => threadId))
      return { ...found, lines: [...last.lines, ...found.lines.filter(({ threadId }) => !known.has(threadId))] }
    })
  }

  return {
    lines: value?.lines ?? null,
    loading: (loading && value === null) || loadingMore,
    failed,
    more: value?.more ?? false,
    reload,
    loadMore,
  }
}

async function ask(filter: QueueFilter, search: string, after: string | null, signal: AbortSignal): Promise<Lines> {
  if (search !== '') {
    const { threads, more } = await api.call(searchThreads, { body: { text: search }, signal })
    return { lines: threads, next: null, more }
  }
  const { threads, next } = await api.call(workspaceThreads, { query: callQuery(filter, after), signal })
  return { lines: threads, next, more: next !== null }
}

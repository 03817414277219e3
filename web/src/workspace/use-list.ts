import { searchThreads, workspaceThreads } from '@portico/contract/calls/workspace'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../api/api.ts'
import { callQuery, type QueueFilter } from './filter.ts'
import type { FoundLine, WorkLine } from './types.ts'

export interface WorkList {
  /** Null before the first answer. */
  readonly lines: readonly (WorkLine & Partial<Pick<FoundLine, 'excerpt'>>)[] | null
  readonly loading: boolean
  readonly failed: boolean
  /** Whether there are further ones: of a queue they can be asked for, of a search they cannot. */
  readonly more: boolean
  reload(): void
  loadMore(): void
}

interface Loaded {
  readonly key: string
  readonly lines: NonNullable<WorkList['lines']>
  readonly next: string | null
  readonly more: boolean
}

/** Conversations of a queue, page after page, or those that a search finds (MC-6). The search is in no address. */
export function useList(filter: QueueFilter, search: string): WorkList {
  const key = search === '' ? JSON.stringify(filter) : `search ${search}`
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [failed, setFailed] = useState(false)
  const [turn, setTurn] = useState(0)
  const [loadingMore, setLoadingMore] = useState(false)
  const current = useRef(key)
  const reload = useCallback(() => setTurn((last) => last + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the filter and the search
  useEffect(() => {
    current.current = key
    const leaving = new AbortController()
    setFailed(false)
    ask(filter, search, null, leaving.signal).then(
      (found) => setLoaded({ key, ...found }),
      () => {
        if (!leaving.signal.aborted) setFailed(true)
      },
    )
    return () => leaving.abort()
  }, [key, turn])

  const loadMore = async () => {
    if (loaded?.next == null || loadingMore) return
    setLoadingMore(true)
    const found = await ask(filter, search, loaded.next, new AbortController().signal).catch(() => null)
    setLoadingMore(false)
    if (found === null || current.current !== key) return
    setLoaded((last) => {
      const lines = last?.lines ?? []
      const known = new Set(lines.map(({ threadId }) => threadId))
      return { key, ...found, lines: [...lines, ...found.lines.filter(({ threadId }) => !known.has(threadId))] }
    })
  }

  const shown = loaded?.key === key ? loaded : null
  return {
    lines: shown?.lines ?? null,
    loading: (!failed && shown === null) || loadingMore,
    failed,
    more: shown?.more ?? false,
    reload,
    loadMore,
  }
}

async function ask(
  filter: QueueFilter,
  search: string,
  after: string | null,
  signal: AbortSignal,
): Promise<Omit<Loaded, 'key'>> {
  if (search !== '') {
    const { threads, more } = await api.call(searchThreads, { body: { text: search }, signal })
    return { lines: threads, next: null, more }
  }
  const { threads, next } = await api.call(workspaceThreads, { query: callQuery(filter, after), signal })
  return { lines: threads, next, more: next !== null }
}

import { workspaceThread } from '@portico/contract/calls/workspace'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../api/api.ts'
import { ApiError } from '../api/error.ts'
import { changesBetween, type ThreadChange } from './changes.ts'
import type { OpenedThread } from './types.ts'

export interface ThreadState {
  readonly thread: OpenedThread | null
  readonly problem: 'failed' | 'missing' | null
  /** What others did while it was open; told until it is put away. */
  readonly changes: readonly ThreadChange[]
  /** Loads it again; `telling`: what has changed is told. */
  reload(telling?: boolean): Promise<OpenedThread | null>
  forgetChanges(): void
}

/** An open conversation (MC-6). Every look at it is written down, so it is loaded when somebody asks, never by itself. */
export function useThread(threadId: string): ThreadState {
  const [thread, setThread] = useState<OpenedThread | null>(null)
  const [problem, setProblem] = useState<ThreadState['problem']>(null)
  const [changes, setChanges] = useState<readonly ThreadChange[]>([])
  const shown = useRef<OpenedThread | null>(null)

  const load = useCallback(
    async (signal?: AbortSignal, telling = false) => {
      try {
        const found = await api.call(workspaceThread, { params: { threadId }, ...(signal && { signal }) })
        if (signal?.aborted) return null
        if (telling && shown.current) setChanges(changesBetween(shown.current, found))
        shown.current = found
        setThread(found)
        setProblem(null)
        return found
      } catch (error) {
        if (signal?.aborted) return null
        setProblem(error instanceof ApiError && error.status === 404 ? 'missing' : 'failed')
        return null
      }
    },
    [threadId],
  )

  useEffect(() => {
    const leaving = new AbortController()
    load(leaving.signal)
    return () => leaving.abort()
  }, [load])

  const reload = useCallback((telling?: boolean) => load(undefined, telling), [load])
  const forgetChanges = useCallback(() => setChanges([]), [])
  return { thread, problem, changes, reload, forgetChanges }
}

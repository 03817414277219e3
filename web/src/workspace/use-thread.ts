import { workspaceThread } from '@portico/contract/calls/workspace'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../api/api.ts'
import { ApiError } from '../api/error.ts'
import { withEarlier, withNewer } from '../conversation/part.ts'
import type { Loaded } from '../conversation/use-earlier.ts'
import { changesBetween, type ThreadChange, withChanges } from './changes.ts'
import type { OpenedThread } from './types.ts'

export interface ThreadState {
  readonly thread: OpenedThread | null
  readonly problem: 'failed' | 'missing' | null
  /** What others did while it was open; told until it is put away. */
  readonly changes: readonly ThreadChange[]
  /** The version that the person has acted on or asked for; one that came by itself may not have been noticed. */
  readonly seenVersion: number
  /** Loads it again; `telling`: what has changed is told. */
  reload(telling?: boolean): Promise<OpenedThread | null>
  /** Takes over what happened without being asked. */
  follow(): void
  /** What is shown has been seen. */
  see(): void
  /** Dismisses what is shown. */
  forgetChanges(): void
  /** Loads what was said before what is shown; null where that failed. */
  loadEarlier(): Promise<Loaded | null>
}

interface Loading {
  readonly signal?: AbortSignal
  readonly telling?: boolean
  readonly unasked?: boolean
}

/** An open conversation (MC-6). Every look at it is written down: it follows changes only while it is in front of someone. */
export function useThread(threadId: string): ThreadState {
  const [thread, setThread] = useState<OpenedThread | null>(null)
  const [problem, setProblem] = useState<ThreadState['problem']>(null)
  const [changes, setChanges] = useState<readonly ThreadChange[]>([])
  const [seenVersion, setSeenVersion] = useState(0)
  const shown = useRef<OpenedThread | null>(null)

  const load = useCallback(
    async ({ signal, telling = false, unasked = false }: Loading) => {
      try {
        const found = await api.call(workspaceThread, {
          params: { threadId },
          background: unasked,
          ...(signal && { signal }),
        })
        if (signal?.aborted) return null
        const before = shown.current
        const joined = before === null ? found : { ...found, ...partOf(withNewer<Entry>(before, found, placeOf)) }
        if (telling && before) setChanges((last) => withChanges(last, changesBetween(before, found)))
        if (!unasked) setSeenVersion(found.version)
        shown.current = joined
        setThread(joined)
        setProblem(null)
        return joined
      } catch (error) {
        if (signal?.aborted || unasked) return null
        setProblem(error instanceof ApiError && error.status === 404 ? 'missing' : 'failed')
        return null
      }
    },
    [threadId],
  )

  useEffect(() => {
    const leaving = new AbortController()
    load({ signal: leaving.signal })
    return () => leaving.abort()
  }, [load])

  const reload = useCallback((telling = false) => load({ telling }), [load])
  const follow = useCallback(() => {
    load({ telling: true, unasked: true })
  }, [load])
  const see = useCallback(() => setSeenVersion(shown.current?.version ?? 0), [])
  const forgetChanges = useCallback(() => setChanges([]), [])
  const loadEarlier = useCallback(async () => {
    const before = shown.current?.earlier?.before
    if (before === undefined) return null
    const part = await api.call(workspaceThread, { params: { threadId }, query: { before } }).catch(() => null)
    if (part === null || shown.current === null) return null
    shown.current = { ...shown.current, ...partOf(withEarlier<Entry>(shown.current, part, placeOf)) }
    setThread(shown.current)
    return { added: part.entries.length, left: part.earlier?.count ?? 0 }
  }, [threadId])
  return { thread, problem, changes, seenVersion, reload, follow, see, forgetChanges, loadEarlier }
}

type Entry = OpenedThread['entries'][number]

function placeOf({ at, entryId }: Entry): string {
  return `${at}_${entryId}`
}

function partOf({ entries, earlier }: ReturnType<typeof withNewer<Entry>>): Pick<OpenedThread, 'entries' | 'earlier'> {
  return { entries: [...entries], earlier }
}

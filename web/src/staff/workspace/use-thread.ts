import { workspaceThread } from '@portico/contract/calls/workspace'
import { useCallback } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { useLeaving } from '../../base/api/use-leaving.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { withEarlier, withNewer } from '../../shared/conversation/part.ts'
import type { LoadedEarlier } from '../../shared/conversation/use-earlier.ts'
import { changesBetween, type ThreadChange, withChanges } from './changes.ts'
import type { OpenedThread } from './types.ts'

export interface ThreadState {
  readonly thread: OpenedThread | null
  readonly problem: 'failed' | 'missing' | null
  /** What others did while it was open; shown until it is dismissed. */
  readonly changes: readonly ThreadChange[]
  /** The version that the person has acted on or requested; one that was loaded automatically may have gone unnoticed. */
  readonly seenVersion: number
  /** Tries again to open it. */
  retry(): void
  /** Shows its present state; `telling`: also shows what has changed. */
  reload(telling?: boolean): Promise<void>
  /** Loads changes without being asked. */
  follow(): void
  /** Marks the present state as seen. */
  see(): void
  /** Dismisses the changes shown. */
  forgetChanges(): void
  /** Loads earlier messages; null if that failed. */
  loadEarlier(): Promise<LoadedEarlier | null>
}

interface Look {
  /** Whether to show what has changed. */
  readonly telling?: boolean
  readonly unasked?: boolean
}

/** The displayed state, and what the person knows about it. */
type Shown = Pick<ThreadState, 'changes' | 'seenVersion'> & { readonly thread: OpenedThread }

/** An open conversation (MC-6). Every time it is loaded is audited, so it follows changes only while it is visible. */
export function useThread(threadId: string): ThreadState {
  const leaving = useLeaving()
  const open = async (signal: AbortSignal): Promise<Shown> => {
    const thread = await api.call(workspaceThread, { params: { threadId }, signal })
    return { thread, changes: [], seenVersion: thread.version }
  }
  const { value: shown, failed, failure, reload: retry, change } = useLoaded(open, { key: threadId })

  /** If this fails, it is tried again with the next change; the conversation stays. */
  const look = useCallback(
    async ({ telling = false, unasked = false }: Look) => {
      const sent = { params: { threadId }, signal: leaving(), background: unasked }
      const found = await api.call(workspaceThread, sent).catch(() => null)
      if (found === null) return
      change((last) => withLook(last, found, { telling, unasked }))
    },
    [threadId, leaving, change],
  )

  return {
    thread: shown?.thread ?? null,
    problem: !failed ? null : failure instanceof ApiError && failure.status === 404 ? 'missing' : 'failed',
    changes: shown?.changes ?? [],
    seenVersion: shown?.seenVersion ?? 0,
    retry,
    reload: (telling = false) => look({ telling }),
    follow: useCallback(() => look({ telling: true, unasked: true }), [look]),
    see: () => change((last) => ({ ...last, seenVersion: last.thread.version })),
    forgetChanges: () => change((last) => ({ ...last, changes: [] })),
    loadEarlier: async () => {
      const before = shown?.thread.earlier?.before
      if (before === undefined) return null
      const sent = { params: { threadId }, query: { before }, signal: leaving() }
      const part = await api.call(workspaceThread, sent).catch(() => null)
      if (part === null) return null
      change((last) => ({
        ...last,
        thread: { ...last.thread, ...toPart(withEarlier<Entry>(last.thread, part, toCursor)) },
      }))
      return { added: part.entries.length, left: part.earlier?.count ?? 0 }
    },
  }
}

/** The displayed state after a load; loads can overtake each other. */
export function withLook(shown: Shown, found: OpenedThread, { telling = false, unasked = false }: Look): Shown {
  const { thread, changes, seenVersion } = shown
  const isOld = found.version < thread.version
  return {
    thread: isOld ? thread : { ...found, ...toPart(withNewer<Entry>(thread, found, toCursor)) },
    changes: telling && !isOld ? withChanges(changes, changesBetween(thread, found)) : changes,
    seenVersion: unasked ? seenVersion : Math.max(seenVersion, found.version),
  }
}

type Entry = OpenedThread['entries'][number]

function toCursor({ at, entryId }: Entry): string {
  return `${at}_${entryId}`
}

function toPart({ entries, earlier }: ReturnType<typeof withNewer<Entry>>): Pick<OpenedThread, 'entries' | 'earlier'> {
  return { entries: [...entries], earlier }
}

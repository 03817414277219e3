import { assignThread, setThreadState } from '@portico/contract/calls/workspace'
import { useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { useText } from '../../base/texts/text.tsx'
import type { OpenedThread } from './types.ts'
import type { ThreadState } from './use-thread.ts'

export interface WorkActions {
  readonly busy: boolean
  readonly failed: boolean
  /** Undoes the last change; null if there is none. */
  readonly undo: (() => void) | null
  assign(accountId: string | null): void
  setState(state: OpenedThread['state']): void
  forgetUndo(): void
}

/** Who has a conversation and its state: each change is announced, and can be undone (MC-6). */
export function useWork(
  state: ThreadState,
  { onChanged, say }: { readonly onChanged: () => void; readonly say: (words: string) => void },
): WorkActions {
  const t = useText()
  const running = useRef(false)
  const last = useRef<Promise<void>>(Promise.resolve())
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const [undo, setUndo] = useState<(() => void) | null>(null)
  const { thread, reload } = state

  const change = async (
    version: number,
    words: string,
    make: (version: number) => Promise<{ version: number }>,
    takeBack: ((version: number) => void) | null,
  ) => {
    // Undo is often clicked right away, before the change has been loaded.
    if (running.current && takeBack !== null) return
    running.current = true
    setUndo(null)
    last.current = last.current.then(() => perform(version, words, make, takeBack))
    await last.current
  }

  const perform: typeof change = async (version, words, make, takeBack) => {
    setBusy(true)
    setFailed(false)
    try {
      const done = await make(version)
      say(words)
      if (takeBack) setUndo(() => () => takeBack(done.version))
      await reload()
      onChanged()
    } catch (error) {
      say('')
      const isConflict = error instanceof ApiError && error.code === 'THREAD-CHANGED'
      if (isConflict) await reload(true)
      setFailed(!isConflict)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  const assign = (at: OpenedThread, accountId: string | null, version: number, again: boolean) => {
    const params = { threadId: at.threadId }
    const before = at.assignee?.accountId ?? null
    const name = at.colleagues.find((one) => one.accountId === accountId)?.name ?? ''
    const words = accountId === null ? t('workspace.released') : t('workspace.assigned', { name })
    return change(
      version,
      again ? t('workspace.undone') : words,
      (now) => api.call(assignThread, { params, body: { accountId, version: now } }),
      again ? null : (next) => assign(at, before, next, true),
    )
  }
  const setState = (at: OpenedThread, to: OpenedThread['state'], version: number, again: boolean) => {
    const params = { threadId: at.threadId }
    return change(
      version,
      again ? t('workspace.undone') : t(`workspace.became.${to}`),
      (now) => api.call(setThreadState, { params, body: { state: to, version: now } }),
      again ? null : (next) => setState(at, at.state, next, true),
    )
  }

  return {
    busy,
    failed,
    undo,
    assign: (accountId) => thread && assign(thread, accountId, thread.version, false),
    setState: (to) => thread && setState(thread, to, thread.version, false),
    forgetUndo: () => setUndo(null),
  }
}

import { maxAssigned } from '@portico/rules/workspace/work'
import { useState } from 'react'
import type { WorkList } from './use-list.ts'

type Lines = NonNullable<WorkList['lines']>

export interface Choosing {
  /** Whether lines can be chosen. */
  readonly on: boolean
  /** Among the lines shown. */
  readonly chosen: Lines
  start(): void
  stop(): void
  toggle(threadId: string): void
  /** Chooses all listed lines, up to the number that can be handed over at once. */
  chooseAll(): void
  chooseNone(): void
}

/** Conversations chosen to be handed over together (MC-6); another list starts with none. */
export function useChoosing(lines: Lines, key: string): Choosing {
  const [on, setOn] = useState(false)
  const [ids, setIds] = useState<{ readonly key: string; readonly ids: ReadonlySet<string> }>()
  const known = ids?.key === key ? ids.ids : new Set<string>()
  // Conversations that have left the list must not be changed unseen.
  const chosen = lines.filter(({ threadId }) => known.has(threadId))
  const choose = (some: Lines) =>
    setIds({ key, ids: new Set(some.slice(0, maxAssigned).map(({ threadId }) => threadId)) })
  return {
    on,
    chosen,
    start: () => setOn(true),
    stop: () => {
      setOn(false)
      setIds(undefined)
    },
    toggle: (threadId) => {
      const others = chosen.filter((line) => line.threadId !== threadId)
      choose(
        others.length < chosen.length ? others : [...others, ...lines.filter((line) => line.threadId === threadId)],
      )
    },
    chooseAll: () => choose(lines),
    chooseNone: () => choose([]),
  }
}

import type { PayloadOf } from '@portico/contract/call'
import { noteThreadPresence } from '@portico/contract/calls/workspace'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'

type Seen = PayloadOf<typeof noteThreadPresence>
export type Others = Seen['others']

/** Interval between this page's reports, in ms. */
const beatMs = 10_000
/** The interval while a colleague is writing, so that it soon shows that they have stopped. */
const watchMs = 2_000
/** A person who has not typed for this long is no longer typing. */
const typingMs = 15_000

export interface Presence {
  readonly others: Others
  /** The conversation's latest version; null before the first answer. */
  readonly version: number | null
  /** Called with the text after each key and after each send: with an empty box, no one is writing. */
  writes(text: string): void
}

/** Reports that this person has a conversation open, and gets who else has and its latest version. */
export function usePresence(threadId: string): Presence {
  const [seen, setSeen] = useState<Pick<Presence, 'others' | 'version'>>({ others: [], version: null })
  const lastTyped = useRef(Number.NEGATIVE_INFINITY)
  const beat = useRef<() => void>(() => {})
  const isTyping = () => performance.now() - lastTyped.current < typingMs
  const isWatching = seen.others.some(({ typing }) => typing)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the typed text is read when it reports
  useEffect(() => {
    const leaving = new AbortController()
    const say = (presence: 'here' | 'typing' | 'gone', signal?: AbortSignal) =>
      api.call(noteThreadPresence, { params: { threadId }, body: { presence }, ...(signal && { signal }) })
    // One report after the other, so that the last one sent is the last one received.
    let last = Promise.resolve()
    beat.current = () => {
      if (document.visibilityState !== 'visible') return
      last = last.then(() => say(isTyping() ? 'typing' : 'here', leaving.signal)).then(setSeen, () => {})
    }
    beat.current()
    return () => {
      leaving.abort()
      say('gone').catch(() => {})
    }
  }, [threadId])

  useEffect(() => {
    const timer = setInterval(() => beat.current(), isWatching ? watchMs : beatMs)
    return () => clearInterval(timer)
  }, [isWatching])

  return {
    ...seen,
    writes: (text) => {
      const wasTyping = isTyping()
      const writes = text.trim() !== ''
      lastTyped.current = writes ? performance.now() : Number.NEGATIVE_INFINITY
      if (wasTyping !== writes) beat.current()
    },
  }
}

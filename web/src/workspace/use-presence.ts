import type { PayloadOf } from '@portico/contract/call'
import { noteThreadPresence } from '@portico/contract/calls/workspace'
import { useEffect, useRef, useState } from 'react'
import { api } from '../api/api.ts'

type Seen = PayloadOf<typeof noteThreadPresence>
export type Others = Seen['others']

/** Between two words of this page, in ms. */
const beatMs = 10_000
/** While a colleague writes: that they have stopped is told soon. */
const watchMs = 2_000
/** A person who has typed nothing for so long is not typing anymore. */
const typingMs = 15_000

export interface Presence {
  readonly others: Others
  /** The version that the conversation has by now; null before the first answer. */
  readonly version: number | null
  /** Takes what is in the box after each key and after each send: an empty box is no one writing. */
  writes(text: string): void
}

/** Says that this person has a conversation open, and learns who else has, and which version it has by now. */
export function usePresence(threadId: string): Presence {
  const [seen, setSeen] = useState<Pick<Presence, 'others' | 'version'>>({ others: [], version: null })
  const lastTyped = useRef(Number.NEGATIVE_INFINITY)
  const beat = useRef<() => void>(() => {})
  const isTyping = () => performance.now() - lastTyped.current < typingMs
  const isWatching = seen.others.some(({ typing }) => typing)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is read when a word is said
  useEffect(() => {
    const leaving = new AbortController()
    const say = (presence: 'here' | 'typing' | 'gone', signal?: AbortSignal) =>
      api.call(noteThreadPresence, { params: { threadId }, body: { presence }, ...(signal && { signal }) })
    // One after the other, so that the last word said is the last one heard.
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

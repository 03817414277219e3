import type { PayloadOf } from '@portico/contract/call'
import { noteThreadPresence } from '@portico/contract/calls/workspace'
import { useEffect, useRef, useState } from 'react'
import { api } from '../api/api.ts'

export type Others = PayloadOf<typeof noteThreadPresence>['others']

const beatMs = 10_000
/** Who has typed nothing for so long is not typing any more. */
const typingMs = 15_000

/**
 * Says that this person has a conversation open, and learns who else has, and which version it has by now. `typed`
 * tells of a key that was pressed.
 */
export function usePresence(threadId: string): {
  readonly others: Others
  readonly version: number | null
  typed(): void
} {
  const [seen, setSeen] = useState<{ readonly others: Others; readonly version: number | null }>({
    others: [],
    version: null,
  })
  const lastTyped = useRef(Number.NEGATIVE_INFINITY)
  const beat = useRef<() => void>(() => {})

  useEffect(() => {
    const leaving = new AbortController()
    const say = (presence: 'here' | 'typing' | 'gone', signal?: AbortSignal) =>
      api.call(noteThreadPresence, { params: { threadId }, body: { presence }, ...(signal && { signal }) })
    beat.current = () => {
      if (document.visibilityState !== 'visible') return
      const isTyping = performance.now() - lastTyped.current < typingMs
      say(isTyping ? 'typing' : 'here', leaving.signal).then(setSeen, () => {})
    }
    beat.current()
    const timer = setInterval(() => beat.current(), beatMs)
    return () => {
      leaving.abort()
      clearInterval(timer)
      say('gone').catch(() => {})
    }
  }, [threadId])

  return {
    ...seen,
    typed: () => {
      const wasTyping = performance.now() - lastTyped.current < typingMs
      lastTyped.current = performance.now()
      if (!wasTyping) beat.current()
    },
  }
}

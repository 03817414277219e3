import type { PayloadOf } from '@portico/contract/call'
import { searchMessages } from '@portico/contract/calls/messages'
import { useEffect, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLeaving } from '../../base/api/use-leaving.ts'
import { usePage } from '../../base/page-state.tsx'
import { useMay } from '../../session/acting/use-may.ts'

type Results = PayloadOf<typeof searchMessages>

export interface OwnMessages {
  /** Null until the search has answered; 'none' for people without messages of their own to search. */
  readonly results: Results | 'failed' | 'none' | null
  retry(): void
  /** Loads the next ones, if there are any. */
  more(): void
}

/** The member's messages that contain the words, newest first (MP-28). The words are in the request body. */
export function useOwnMessages(term: string, isSearched: boolean): OwnMessages {
  const { session } = usePage()
  const mayRead = useMay('messages')
  const leaving = useLeaving()
  const isAsked = isSearched && mayRead && session?.role === 'MEMBER'
  const [results, setResults] = useState<OwnMessages['results']>(isAsked ? null : 'none')

  const ask = async (before: Results | null) => {
    try {
      const place = before?.next ? { before: before.next } : {}
      const found = await api.call(searchMessages, { body: { search: term, ...place }, signal: leaving() })
      setResults({ ...found, messages: [...(before?.messages ?? []), ...found.messages] })
    } catch {
      if (!leaving().aborted) setResults('failed')
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once per term; another term mounts the component again
  useEffect(() => {
    if (isAsked) ask(null)
  }, [])

  return {
    results,
    retry: () => {
      setResults(null)
      ask(null)
    },
    more: () => {
      if (results !== null && typeof results === 'object') ask(results)
    },
  }
}

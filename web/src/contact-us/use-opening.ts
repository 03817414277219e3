import { secureConfig } from '@portico/contract/calls/config'
import { messageCategories } from '@portico/contract/calls/messages'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../api/api.ts'
import { usePage } from '../page-state.tsx'
import { useRoute } from '../router/navigation.ts'
import type { Topic } from './fields.ts'
import { type Found, findDraft, nothingFound } from './find-draft.ts'
import { isInMaintenance, messageCenterApplication } from './maintenance-flag.ts'

/** Whether a message can be written now. */
export type Opening =
  | { readonly step: 'asking' | 'maintenance' | 'failed' }
  | {
      readonly step: 'open'
      readonly topics: readonly Topic[]
      /** By when a message sent now would be answered, ISO 8601 in UTC. */
      readonly expectedReplyBy: string
      readonly found: Found
    }

/** Asks whether contact-us is open, and for what can be written about; a configuration that is not available closes nothing (RT-4). */
export function useOpening(): Opening & { readonly retry: () => void } {
  const { brand: shown, session } = usePage()
  const brand = shown.code
  const wanted = useRoute().params.draft ?? null
  const owner = session?.logonId ?? ''
  const simulated = session?.simulation != null
  const [opening, setOpening] = useState<Opening>({ step: 'asking' })
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is another try
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    setOpening({ step: 'asking' })
    const ask = async () => {
      const topics = api.call(messageCategories, { signal }).catch(() => null)
      // What was begun before is no reason to keep anyone from writing.
      const drafts = simulated ? nothingFound : findDraft(owner, wanted, signal).catch(() => nothingFound)
      const params = { application: messageCenterApplication, brand }
      const closed = await api.call(secureConfig, { params, signal }).then(isInMaintenance, () => false)
      const offered = closed ? null : await topics
      const found = await drafts
      if (signal.aborted) return
      if (closed) setOpening({ step: 'maintenance' })
      else if (offered === null) setOpening({ step: 'failed' })
      else {
        const { categories: topics, expectedReplyBy } = offered
        setOpening({ step: 'open', topics, expectedReplyBy, found })
      }
    }
    ask()
    return () => leaving.abort()
  }, [brand, turn, wanted])

  return { ...opening, retry: useCallback(() => setTurn((last) => last + 1), []) }
}

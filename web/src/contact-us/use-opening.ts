import { secureConfig } from '@portico/contract/calls/config'
import { messageCategories } from '@portico/contract/calls/messages'
import { api } from '../api/api.ts'
import { useLoaded } from '../api/use-loaded.ts'
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
  const ask = async (signal: AbortSignal): Promise<Opening> => {
    const offered = api.call(messageCategories, { signal })
    // Nobody waits for it where writing is closed.
    offered.catch(() => {})
    // What was begun before is no reason to keep anyone from writing.
    const drafts = simulated ? nothingFound : findDraft(owner, wanted, signal).catch(() => nothingFound)
    const params = { application: messageCenterApplication, brand }
    const closed = await api.call(secureConfig, { params, signal }).then(isInMaintenance, () => false)
    if (closed) return { step: 'maintenance' }
    const { categories: topics, expectedReplyBy } = await offered
    return { step: 'open', topics, expectedReplyBy, found: await drafts }
  }
  const { value, failed, reload } = useLoaded(ask, { key: `${brand} ${wanted ?? ''}` })
  return { ...(value ?? { step: failed ? 'failed' : 'asking' }), retry: reload }
}

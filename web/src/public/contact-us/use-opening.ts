import { openClaim } from '@portico/contract/calls/claims'
import { publicConfig } from '@portico/contract/calls/config'
import { messageCategories } from '@portico/contract/calls/messages'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { useRoute } from '../../base/router/navigation.ts'
import type { Topic } from './fields.ts'
import { type DraftsFound, findDraft, nothingFound } from './find-draft.ts'
import { isInMaintenance, messageCenterApplication } from './maintenance-flag.ts'
import type { AboutClaim } from './preset.ts'

/** Whether a message can be written now. */
export type Opening =
  | { readonly step: 'asking' | 'maintenance' | 'failed' }
  | {
      readonly step: 'open'
      readonly topics: readonly Topic[]
      /** By when a message sent now would be answered, ISO 8601 in UTC. */
      readonly expectedReplyBy: string
      readonly found: DraftsFound
      readonly about: AboutClaim | null
    }

/** Checks whether contact-us is open, and which topics people can write about; if the configuration is not available, it is open (RT-4). */
export function useOpening(): Opening & { readonly retry: () => void } {
  const { brand: shown, session } = usePage()
  const brand = shown.code
  const { params } = useRoute()
  const draftId = params.draft ?? null
  // The claim leaves the address when it is removed from the message, which is no reason to start over.
  const [wanted] = useState({ claimId: params.claim ?? null, appeal: params.appeal === 'true' })
  const owner = session?.logonId ?? ''
  const simulated = session?.simulation != null
  const ask = async (signal: AbortSignal): Promise<Opening> => {
    const offered = api.call(messageCategories, { signal })
    // Not awaited if writing is closed.
    offered.catch(() => {})
    const { claimId, appeal } = wanted
    // If the claim cannot be loaded, the message is not about one.
    const named = claimId === null ? null : api.call(openClaim, { params: { claimId }, signal }).catch(() => null)
    // A failure to find earlier drafts must not keep anyone from writing.
    const drafts = simulated ? nothingFound : findDraft(owner, { draftId, ...wanted }, signal).catch(() => nothingFound)
    const params = { application: messageCenterApplication, brand }
    const closed = await api.call(publicConfig, { params, signal }).then(isInMaintenance, () => false)
    if (closed) return { step: 'maintenance' }
    const { categories: topics, expectedReplyBy } = await offered
    const claim = await named
    const about = claim && { claim, appeal }
    return { step: 'open', topics, expectedReplyBy, found: await drafts, about }
  }
  const { value, failed, reload } = useLoaded(ask, { key: `${brand} ${draftId ?? ''}` })
  return { ...(value ?? { step: failed ? 'failed' : 'asking' }), retry: reload }
}

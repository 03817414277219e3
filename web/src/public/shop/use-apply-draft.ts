import type { PayloadOf } from '@portico/contract/call'
import { consumerProfile } from '@portico/contract/calls/profile'
import { myShopping } from '@portico/contract/calls/shop'
import { openApplicationDraft, saveApplicationDraft } from '@portico/contract/calls/shop-applying'
import { PERSON_ROLES } from '@portico/rules/roles'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { sessionStore } from '../../base/storage/storage.ts'
import { keepTicket, readTicket } from '../../base/storage/ticket.ts'
import { findKeptPlace } from '../../kit/forms/kept-values.ts'

export type ApplyDraft = PayloadOf<typeof openApplicationDraft>

/** The pause in typing before a draft is saved, in ms. */
const pause = 2_000

/** Long enough for the page to be loaded again. */
const restMs = 60_000

/** Key in the browser tab where the last typed values wait while the page is loaded again. */
const toRestKey = (session: { readonly logonId: string } | null) =>
  findKeptPlace('shop-apply-rest', session?.logonId ?? null)

interface Before {
  readonly draft: ApplyDraft | null
  /** Other data known about the signed-in person, by the form's fields. */
  readonly known: Readonly<Record<string, string>>
}

/**
 * The values typed before into an application for a plan: here, or in the signed-in person's account on any device. Otherwise it starts
 * with the account's data about them.
 */
export function useApplyDraft(planId: string, planYear: number | null) {
  const { brand, session } = usePage()
  const isPerson = PERSON_ROLES.some((role) => role === session?.role)
  const restKey = toRestKey(session)
  return useLoaded(
    async (signal): Promise<Before> => {
      const rest = takeRest(restKey, planId, planYear)
      if (rest !== null) return { draft: rest, known: {} }
      const find = async () => {
        if (!isPerson) return null
        const { drafts } = await api.call(myShopping, { signal })
        return drafts.find((one) => one.planId === planId && one.planYear === planYear)?.ticket ?? null
      }
      // Without the draft, the form starts empty, which is better than not showing it.
      try {
        const ticket = readTicket('continue') ?? (await find())
        if (ticket === null) return { draft: null, known: isPerson ? await readKnown(signal) : {} }
        const draft = await api.call(openApplicationDraft, { body: { ticket, brand: brand.code }, signal })
        keepTicket('continue', ticket)
        return { draft, known: {} }
      } catch {
        return { draft: null, known: {} }
      }
    },
    { key: `${planId} ${planYear}` },
  ).value
}

/** The same for an application that was left for another view: the call that saves it may not have been answered yet. */
let left: { readonly restKey: string; readonly draft: ApplyDraft } | null = null

/** The values that were not saved before the page was reloaded or left; null: there are none, or they are another plan's. */
function takeRest(key: string, planId: string, planYear: number | null): ApplyDraft | null {
  const held = sessionStore.get(key) as ApplyDraft | null
  const rest = held ?? (left?.restKey === key ? left.draft : null)
  sessionStore.remove(key)
  left = null
  return rest?.planId === planId && rest.planYear === planYear ? rest : null
}

const readKnown = async (signal: AbortSignal) => toKnownFields(await api.call(consumerProfile, { signal }))

type Profile = PayloadOf<typeof consumerProfile>

/** An account's data about its person, by the fields of an application; unknown fields stay empty. */
export function toKnownFields({
  firstName,
  lastName,
  email,
  phone,
  address,
  city,
}: Pick<Profile, 'firstName' | 'lastName' | 'email' | 'phone' | 'address' | 'city'>): Before['known'] {
  const known = { 'firstName-0': firstName, 'lastName-0': lastName, email, phone, address, city }
  return Object.fromEntries(Object.entries(known).map(([name, value]) => [name, value ?? '']))
}

export interface KeptDraft {
  readonly ticket: string
  readonly until: string
}

/**
 * Saves the typed values when typing pauses: on the server, sealed (SH-9). A saved draft is saved once more, so that a reloaded page says
 * so and offers the link for another device.
 */
export function useKeepDraft(
  draft: ApplyDraft,
  wasKept: boolean,
): {
  readonly kept: KeptDraft | null
  readonly failed: boolean
  /** Saves at once, whether or not typing has paused; a failure is shown, never thrown. */
  readonly save: () => Promise<void>
  readonly stop: () => void
} {
  const { brand, session } = usePage()
  const [kept, setKept] = useState<KeptDraft | null>(null)
  const [failed, setFailed] = useState(false)
  const key = JSON.stringify([draft.basis, draft.values])
  const [first] = useState(key)
  const waiting = useRef(false)
  /** The values that the server has not confirmed yet. */
  const rest = useRef<{ readonly key: string; readonly draft: ApplyDraft } | null>(null)
  const restKey = toRestKey(session)
  const save = async () => {
    waiting.current = false
    try {
      const saved = await api.call(saveApplicationDraft, { body: { ...draft, brand: brand.code } })
      keepTicket('continue', saved.ticket)
      if (rest.current?.key === key) {
        if (left?.draft === rest.current.draft) left = null
        rest.current = null
      }
      setKept(saved)
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  const saveWaiting = useEffectEvent(async () => {
    if (waiting.current) await save()
  })
  const noteRest = useEffectEvent(() => {
    rest.current = { key, draft }
  })
  const noteLeft = useEffectEvent(() => {
    if (rest.current !== null) left = { restKey, draft: rest.current.draft }
  })
  useEffect(() => {
    if (key === first && !wasKept) return
    waiting.current = true
    noteRest()
    const timer = setTimeout(saveWaiting, pause)
    return () => clearTimeout(timer)
  }, [key, first, wasKept])
  // Someone who leaves before the pause does not lose what they typed last.
  useEffect(() => {
    const saveRest = () => saveWaiting()
    document.addEventListener('visibilitychange', saveRest)
    return () => {
      document.removeEventListener('visibilitychange', saveRest)
      saveRest()
      noteLeft()
    }
  }, [])
  // A reload aborts the call that would save the draft: the browser tab holds the values meanwhile.
  useEffect(() => {
    const hold = () => {
      if (rest.current !== null) sessionStore.set(restKey, rest.current.draft, { ttlMs: restMs })
    }
    const drop = () => sessionStore.remove(restKey)
    addEventListener('pagehide', hold)
    addEventListener('pageshow', drop)
    return () => {
      removeEventListener('pagehide', hold)
      removeEventListener('pageshow', drop)
    }
  }, [restKey])
  // Once the application is sent, there is nothing left to save.
  const stop = () => {
    waiting.current = false
    rest.current = null
  }
  return { kept, failed, save, stop }
}

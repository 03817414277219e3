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

/** How long nothing is typed before it is kept, in ms. */
const pause = 2_000

/** Long enough for the page to be loaded again. */
const restMs = 60_000

/** Where the last of what was typed waits in the browser tab while the page is loaded again. */
const toRestKey = (session: { readonly logonId: string } | null) =>
  findKeptPlace('shop-apply-rest', session?.logonId ?? null)

interface Before {
  readonly draft: ApplyDraft | null
  /** What else is known of the signed-in person, by the form's fields. */
  readonly known: Readonly<Record<string, string>>
}

/**
 * What was typed before into an application for a plan: here, or in the signed-in person's account on any device. Otherwise it begins with
 * what their account knows of them.
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
      // Without it, the form begins empty; that is no reason not to show it.
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

/** The same where an application was left for another view: the call that keeps it may not have been answered yet. */
let left: { readonly restKey: string; readonly draft: ApplyDraft } | null = null

/** What could not be kept before the page was loaded again or left; null: nothing, or it is another plan's. */
function takeRest(key: string, planId: string, planYear: number | null): ApplyDraft | null {
  const held = sessionStore.get(key) as ApplyDraft | null
  const rest = held ?? (left?.restKey === key ? left.draft : null)
  sessionStore.remove(key)
  left = null
  return rest?.planId === planId && rest.planYear === planYear ? rest : null
}

const readKnown = async (signal: AbortSignal) => toKnownFields(await api.call(consumerProfile, { signal }))

type Profile = PayloadOf<typeof consumerProfile>

/** What an account knows of its person, by the fields of an application; what it does not know stays empty. */
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
 * Keeps what is typed, when typing pauses: on the server, sealed (SH-9). What was kept before is kept once more, so
 * that a page that was loaded again says so and has the way to another device.
 */
export function useKeepDraft(
  draft: ApplyDraft,
  wasKept: boolean,
): {
  readonly kept: KeptDraft | null
  readonly failed: boolean
  /** Keeps it at once, whether or not typing has paused; a failure is shown, and thrown to nobody. */
  readonly save: () => Promise<void>
  readonly stop: () => void
} {
  const { brand, session } = usePage()
  const [kept, setKept] = useState<KeptDraft | null>(null)
  const [failed, setFailed] = useState(false)
  const key = JSON.stringify([draft.basis, draft.values])
  const [first] = useState(key)
  const waiting = useRef(false)
  /** What the server has not said that it has. */
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
  // Whoever leaves before the pause does not lose what they typed last.
  useEffect(() => {
    const saveRest = () => saveWaiting()
    document.addEventListener('visibilitychange', saveRest)
    return () => {
      document.removeEventListener('visibilitychange', saveRest)
      saveRest()
      noteLeft()
    }
  }, [])
  // A page that is loaded again ends the call that would keep it: the browser tab holds it meanwhile.
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
  // Once the application is sent, there is nothing left to keep.
  const stop = () => {
    waiting.current = false
    rest.current = null
  }
  return { kept, failed, save, stop }
}

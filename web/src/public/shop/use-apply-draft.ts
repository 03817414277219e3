import type { PayloadOf } from '@portico/contract/call'
import { consumerProfile } from '@portico/contract/calls/profile'
import { myShopping } from '@portico/contract/calls/shop'
import { openApplicationDraft, saveApplicationDraft } from '@portico/contract/calls/shop-applying'
import { PERSON_ROLES } from '@portico/rules/roles'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { keepTicket, readTicket } from '../../base/storage/ticket.ts'

export type ApplyDraft = PayloadOf<typeof openApplicationDraft>

/** How long nothing is typed before it is kept, in ms. */
const pause = 2_000

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
  return useLoaded(
    async (signal): Promise<Before> => {
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
 * Keeps what is typed, when typing pauses: on the server, sealed, never on the device (SH-9). What was kept before is kept once more, so
 * that a page that was loaded again says so and has the way to another device.
 */
export function useKeepDraft(
  draft: ApplyDraft,
  wasKept: boolean,
): { readonly kept: KeptDraft | null; readonly failed: boolean; readonly stop: () => void } {
  const { brand } = usePage()
  const [kept, setKept] = useState<KeptDraft | null>(null)
  const [failed, setFailed] = useState(false)
  const key = JSON.stringify([draft.basis, draft.values])
  const [first] = useState(key)
  const waiting = useRef(false)
  const save = useEffectEvent(async () => {
    if (!waiting.current) return
    waiting.current = false
    try {
      const saved = await api.call(saveApplicationDraft, { body: { ...draft, brand: brand.code } })
      keepTicket('continue', saved.ticket)
      setKept(saved)
      setFailed(false)
    } catch {
      setFailed(true)
    }
  })
  useEffect(() => {
    if (key === first && !wasKept) return
    waiting.current = true
    const timer = setTimeout(save, pause)
    return () => clearTimeout(timer)
  }, [key, first, wasKept])
  // Whoever leaves before the pause does not lose what they typed last.
  useEffect(() => {
    const saveRest = () => save()
    document.addEventListener('visibilitychange', saveRest)
    return () => {
      document.removeEventListener('visibilitychange', saveRest)
      saveRest()
    }
  }, [])
  // Once the application is sent, there is nothing left to keep.
  const stop = () => {
    waiting.current = false
  }
  return { kept, failed, stop }
}

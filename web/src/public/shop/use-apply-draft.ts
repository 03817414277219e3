import type { PayloadOf } from '@portico/contract/call'
import { myShopping } from '@portico/contract/calls/shop'
import { openApplicationDraft, saveApplicationDraft } from '@portico/contract/calls/shop-applying'
import { PERSON_ROLES } from '@portico/rules/roles'
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { keepTicket, readTicket } from '../../base/storage/ticket.ts'

export type ApplyDraft = PayloadOf<typeof openApplicationDraft>

/** How long nothing is typed before it is kept, in ms. */
const pause = 2_000

/** What was typed before into an application for a plan: here, or in the signed-in person's account on any device. */
export function useApplyDraft(planId: string, planYear: number | null) {
  const { brand, session } = usePage()
  const isPerson = PERSON_ROLES.some((role) => role === session?.role)
  return useLoaded(
    async (signal): Promise<{ readonly draft: ApplyDraft | null }> => {
      const find = async () => {
        if (!isPerson) return null
        const { drafts } = await api.call(myShopping, { signal })
        return drafts.find((one) => one.planId === planId && one.planYear === planYear)?.ticket ?? null
      }
      // Without it, the form begins empty; that is no reason not to show it.
      try {
        const ticket = readTicket('continue') ?? (await find())
        if (ticket === null) return { draft: null }
        const draft = await api.call(openApplicationDraft, { body: { ticket, brand: brand.code }, signal })
        keepTicket('continue', ticket)
        return { draft }
      } catch {
        return { draft: null }
      }
    },
    { key: `${planId} ${planYear}` },
  ).value
}

export interface KeptDraft {
  readonly ticket: string
  readonly until: string
}

/** Keeps what is typed, when typing pauses: on the server, sealed, never on the device (SH-9). */
export function useKeepDraft(draft: ApplyDraft): { readonly kept: KeptDraft | null; readonly failed: boolean } {
  const { brand } = usePage()
  const [kept, setKept] = useState<KeptDraft | null>(null)
  const [failed, setFailed] = useState(false)
  const key = JSON.stringify([draft.basis, draft.values])
  const [first] = useState(key)
  const save = useEffectEvent(async () => {
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
    if (key === first) return
    const timer = setTimeout(save, pause)
    return () => clearTimeout(timer)
  }, [key, first])
  return { kept, failed }
}

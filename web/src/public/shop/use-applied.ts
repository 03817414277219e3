import { myShopping, preEffectuation } from '@portico/contract/calls/shop'
import { PERSON_ROLES } from '@portico/rules/roles'
import type { ApplicationState } from '@portico/rules/shop/application'
import { markets } from '@portico/rules/shop/lines'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { readTicket } from '../../base/storage/ticket.ts'
import { changeShopping } from '../../shared/shop-parts/basis.ts'

/** An application that was sent and is in effect. */
export interface Applied {
  readonly planId: string
  readonly planName: string
  readonly planYear: number
  readonly state: ApplicationState
  readonly appliedAt: string
  /** Null: a person who acts for someone else cannot open it. */
  readonly ticket: string | null
}

/** The applications of the person who is here: by their account, or else by the link in this browser tab (SH-9). */
export function useApplied(): readonly Applied[] {
  const { brand, session } = usePage()
  const isPerson = PERSON_ROLES.some((role) => role === session?.role)
  const ticket = typeof window === 'undefined' ? null : readTicket('application')
  const { value } = useLoaded(
    async (signal): Promise<readonly Applied[]> => {
      if (isPerson) {
        const { applications, zipCode } = await api.call(myShopping, { signal })
        // The form begins with it.
        if (zipCode !== '') for (const market of markets) changeShopping(market, { zipCode })
        return applications
      }
      const body = { ticket: ticket ?? '', brand: brand.code }
      const application = await api.call(preEffectuation, { body, signal })
      return [{ ...application, appliedAt: application.events[0]?.at ?? '', ticket }]
    },
    { wanted: isPerson || ticket !== null },
  )
  return (value ?? []).filter(({ state }) => state !== 'withdrawn')
}

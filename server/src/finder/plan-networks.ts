import { easternDay } from '../day.ts'
import type { Reader } from '../db/database.ts'
import { type NetworkRow, readMemberships, readShown, type Shown } from './store.ts'

/** Whether someone is in the networks of a plan; `unknown`: the directory tells of no network of the plan, or not of them. */
export type NetworkStanding = 'in' | 'out' | 'unknown'

/** How some providers stand in the networks of plans, by plan, in the order in which they are asked for. */
export async function networkStandings(
  db: Reader,
  asked: {
    readonly brand: string
    readonly planIds: readonly string[]
    readonly providerIds: readonly string[]
    readonly now: Date
  },
): Promise<ReadonlyMap<string, readonly NetworkStanding[]>> {
  const { brand, planIds, providerIds, now } = asked
  const shown = await readShown(db, brand)
  const memberships = await readMemberships(db, shown, providerIds, easternDay(now))
  const standingsIn = (planId: string) => {
    const own = networksOf(shown, planId)
    return providerIds.map((id) => {
      const networks = memberships.get(id)
      if (own.length === 0 || networks === undefined) return 'unknown'
      return own.some(({ network_id }) => networks.includes(network_id)) ? 'in' : 'out'
    })
  }
  return new Map(planIds.map((planId) => [planId, standingsIn(planId)]))
}

/** The networks of a plan; one that names no plans is of all. */
export function networksOf({ networks }: Shown, planId: string | null): NetworkRow[] {
  return networks.filter(({ plan_ids }) => plan_ids.length === 0 || (planId !== null && plan_ids.includes(planId)))
}

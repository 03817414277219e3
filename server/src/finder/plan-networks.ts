import { easternDay } from '../day.ts'
import type { Reader } from '../db/database.ts'
import { readMemberships, readShown } from './store.ts'

/** Whether somebody is in the networks of a plan; `unknown`: the directory tells of no network of the plan, or not of them. */
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
    const own = shown.networks.filter(({ plan_ids }) => plan_ids.length === 0 || plan_ids.includes(planId))
    return providerIds.map((id) => {
      const networks = memberships.get(id)
      if (own.length === 0 || networks === undefined) return 'unknown'
      return own.some(({ network_id }) => networks.includes(network_id)) ? 'in' : 'out'
    })
  }
  return new Map(planIds.map((planId) => [planId, standingsIn(planId)]))
}

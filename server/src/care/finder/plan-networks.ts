import { listPlanNames } from '@portico/rules/coverage/plan-names'
import type { Reader } from '../../platform/db/database.ts'
import { type NetworkRow, readMemberships, readNames, readShown, type ShownDirectory } from './store.ts'

/** Whether a provider is in a plan's networks; `unknown`: the directory lists no network of the plan, or not the provider. */
export type NetworkStanding = 'in' | 'out' | 'unknown'

/** Network standings of some providers by plan on a day, in the order of the request. */
export async function networkStandings(
  db: Reader,
  asked: {
    readonly brand: string
    readonly planIds: readonly string[]
    readonly providerIds: readonly string[]
    readonly day: string
  },
): Promise<ReadonlyMap<string, readonly NetworkStanding[]>> {
  const { brand, planIds, providerIds, day } = asked
  const shown = await readShown(db, brand)
  const memberships = await readMemberships(db, shown, providerIds, day)
  const standingsIn = (planId: string) => {
    const own = listNetworks(shown, planId)
    return providerIds.map((id) => {
      const networks = memberships.get(id)
      if (own.length === 0 || networks === undefined) return 'unknown'
      return own.some(({ network_id }) => networks.includes(network_id)) ? 'in' : 'out'
    })
  }
  return new Map(planIds.map((planId) => [planId, standingsIn(planId)]))
}

/** The names of some providers, as a brand's people see them; providers missing from its directories are absent. */
export async function providerNames(
  db: Reader,
  { brand, providerIds }: { readonly brand: string; readonly providerIds: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  return readNames(db, await readShown(db, brand), providerIds)
}

/** The networks of a plan; a network that names no plans belongs to all of them. */
export function listNetworks({ networks }: ShownDirectory, planId: string | null): NetworkRow[] {
  const names = planId === null ? [] : listPlanNames(planId)
  return networks.filter(({ plan_ids }) => plan_ids.length === 0 || names.some((name) => plan_ids.includes(name)))
}

import type { DirectorySeat } from '../../../care/finder/entry.ts'
import { cutText } from '../text.ts'
import type { ExchangeCovering } from './exchange-providers.ts'

export type NetworkSeat = Pick<DirectorySeat, 'networkId' | 'networkName' | 'planIds' | 'begins' | 'ends'>

/** The longest name of a tier. */
const maxTier = 60

/**
 * The seats of a provider, one for each plan and tier, and how many parts name only past years. The exchange's JSON has no networks other
 * than each plan's tiers, and two plans need not share a tier of the same name, so each tier of a plan is its own network.
 */
export function listSeats(
  plans: readonly ExchangeCovering[],
  thisYear: number,
): { readonly seats: readonly NetworkSeat[]; readonly over: number } {
  const seats: NetworkSeat[] = []
  let over = 0
  const own = Map.groupBy(plans, ({ plan_id, network_tier }) => `${plan_id} ${toTierKey(network_tier)}`)
  for (const [networkId, some] of own) {
    const [{ plan_id: planId, network_tier: tier }] = some as [ExchangeCovering]
    const isAlways = some.some(({ years }) => (years ?? []).length === 0)
    const years = some.flatMap((one) => one.years ?? [])
    const days = isAlways ? { begins: null, ends: null } : findDays(years, thisYear)
    if (days === null) over += some.length
    else
      seats.push({
        networkId,
        networkName: `${cutText(tier, maxTier)} (${cutText(planId, 30)})`,
        planIds: [planId],
        ...days,
      })
  }
  return { seats, over }
}

/** The days of this year and the years directly after it, or else of the next year listed; null: all years are past. */
function findDays(years: readonly number[], thisYear: number): Pick<NetworkSeat, 'begins' | 'ends'> | null {
  const [first] = years.filter((year) => year >= thisYear).sort()
  if (first === undefined) return null
  let last = first
  while (years.includes(last + 1)) last += 1
  return { begins: first > thisYear ? `${first}-01-01` : null, ends: `${last}-12-31` }
}

/** Tiers are equal regardless of letter case and of the characters between their words. */
const toTierKey = (name: string) =>
  cutText(name, maxTier)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')

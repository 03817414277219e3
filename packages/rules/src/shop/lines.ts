/** Kinds of plans that the shops sell (SH-3). */
export const planLines = ['medical', 'dental', 'vision', 'medicare-advantage', 'medigap', 'part-d'] as const
export type PlanLine = (typeof planLines)[number]

/** Who is shopping: people under 65, or people with Medicare. Each market has its own shop (EN-1). */
export const markets = ['under65', 'medicare'] as const
export type Market = (typeof markets)[number]

/** From this age on, people may have Medicare. */
export const MEDICARE_FROM = 65

const linesOfMarket: Readonly<Record<Market, readonly PlanLine[]>> = {
  under65: ['medical', 'dental', 'vision'],
  medicare: ['medicare-advantage', 'medigap', 'part-d'],
}

export function listLines(market: Market): readonly PlanLine[] {
  return linesOfMarket[market]
}

export function toMarket(line: PlanLine): Market {
  return linesOfMarket.medicare.includes(line) ? 'medicare' : 'under65'
}

/** Whether this kind of plan pays for drugs from a pharmacy. */
export function coversDrugs(line: PlanLine): boolean {
  return line === 'medical' || line === 'medicare-advantage' || line === 'part-d'
}

/** Whether there is a yearly maximum for everyone: dental plans have one for children alone (45 CFR 156.150). */
export function hasYearlyMost(line: PlanLine): boolean {
  return line === 'medical' || line === 'medicare-advantage' || line === 'part-d'
}

/** Metal levels as the marketplaces name them, by the share that the plan pays on average. */
export const metals = ['catastrophic', 'bronze', 'expanded-bronze', 'silver', 'gold', 'platinum'] as const
export type Metal = (typeof metals)[number]

/** How a plan's network works. */
export const networkTypes = ['HMO', 'PPO', 'POS', 'EPO', 'PFFS', 'INDEMNITY'] as const
export type NetworkType = (typeof networkTypes)[number]

/** The services whose costs decide between plans, for the comparison (SH-6). */
export function listComparedServices(market: Market) {
  const common = ['primary', 'specialist', 'generic', 'preferred-brand', 'emergency', 'hospital'] as const
  return market === 'medicare' ? common : ([...common, 'urgent'] as const)
}

/** How many plans can be compared side by side (SH-6). */
export const MAX_COMPARED = 4

/** Limits of a request about care: the most plans, doctors and drugs, and the most characters in each name. */
export const careLimits = { plans: 25, doctors: 5, drugs: 8, words: 60 } as const

/** The most people that one application can cover. */
export const MAX_PEOPLE = 12

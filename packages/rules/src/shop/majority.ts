/** From this age on, people sign contracts for themselves, unless stated otherwise below. */
const COMMON = 18

/**
 * Territories where people sign contracts later: Puerto Rico, art. 97 of its Civil Code of 2020. States with a later age of majority
 * still let 18-year-olds sign contracts: Ala. Code § 26-1-1(f), Miss. Code § 93-19-13, Neb. Rev. Stat. § 43-2101(2).
 */
const later: Readonly<Record<string, number>> = { PR: 21 }

/** The age from which a resident of a state, by its postal code, applies and signs for themselves (SH-9). */
export function findAdultAge(state: string | null): number {
  return later[state ?? ''] ?? COMMON
}

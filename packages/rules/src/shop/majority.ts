/** From this age on people sign contracts for themselves, where nothing else is said. */
const COMMON = 18

/**
 * The territories where people sign contracts later: Puerto Rico, art. 97 of its Civil Code of 2020. The states where people are of age
 * later let those of 18 sign contracts all the same: Ala. Code § 26-1-1(f), Miss. Code § 93-19-13, Neb. Rev. Stat. § 43-2101(2).
 */
const later: Readonly<Record<string, number>> = { PR: 21 }

/** From which age on someone who lives in a state, by its postal code, applies and signs for themselves (SH-9). */
export function findAdultAge(state: string | null): number {
  return later[state ?? ''] ?? COMMON
}

/** From this age on people are adults, where a state says nothing else. */
const COMMON = 18

/**
 * The states and territories where people are of age later: Ala. Code § 26-1-1(a); Neb. Rev. Stat. § 43-2101; Miss. Code § 1-3-27; for Puerto
 * Rico art. 97 of its Civil Code of 2020. Some let younger people sign some contracts (Ala. Code § 26-1-1(f), Miss. Code § 93-19-13), or end
 * minority by marriage: whoever has nobody to apply for them calls.
 */
const later: Readonly<Record<string, number>> = { AL: 19, MS: 21, NE: 19, PR: 21 }

/** From which age on someone who lives in a state, by its postal code, applies and signs for themselves (SH-9). */
export function findAdultAge(state: string | null): number {
  return later[state ?? ''] ?? COMMON
}

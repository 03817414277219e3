/**
 * What an agency may do here (AG-7), and the most that each of its agents may do: a closed list. Whatever is not granted is not
 * allowed.
 */
export const agencyEntitlements = ['leads', 'clients', 'quote', 'enroll', 'manage'] as const

export type AgencyEntitlement = (typeof agencyEntitlements)[number]

/** The agency whose entitlements apply to internal staff (AG-1). */
export const internalAgency = '1'

/** What an agent may do for an agency: the agent's own entitlements, limited to those of the agency. */
export function effectiveEntitlements(
  ofAgency: readonly string[],
  ofAgent: readonly string[],
): readonly AgencyEntitlement[] {
  return agencyEntitlements.filter((one) => ofAgency.includes(one) && ofAgent.includes(one))
}

/** Whether two lists give the same entitlements, in any order. */
export function sameEntitlements(one: readonly string[], other: readonly string[]): boolean {
  const filterKnown = (given: readonly string[]) =>
    agencyEntitlements.filter((entitlement) => given.includes(entitlement))
  return filterKnown(one).join() === filterKnown(other).join()
}

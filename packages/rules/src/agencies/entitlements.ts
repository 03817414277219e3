/** What an agency may do here, and of that each of its agents (AG-7): a closed list. What is not given is not there. */
export const agencyEntitlements = ['leads', 'clients', 'quote', 'enroll', 'manage'] as const

export type AgencyEntitlement = (typeof agencyEntitlements)[number]

/** The agency whose entitlements internal staff have (AG-1). */
export const internalAgency = '1'

/** What an agent may do for an agency: of what they were given, what the agency itself may do. */
export function effectiveEntitlements(
  ofAgency: readonly string[],
  ofAgent: readonly string[],
): readonly AgencyEntitlement[] {
  return agencyEntitlements.filter((one) => ofAgency.includes(one) && ofAgent.includes(one))
}

/** Whether two lists give the same, in any order. */
export function sameEntitlements(one: readonly string[], other: readonly string[]): boolean {
  const known = (given: readonly string[]) => agencyEntitlements.filter((entitlement) => given.includes(entitlement))
  return known(one).join() === known(other).join()
}

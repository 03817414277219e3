/** Roles (RO-1). VISITOR is a signed-in user without role, zip or county; an anonymous person has no role at all. */
export const ROLES = ['MEMBER', 'AGENT', 'AGENCY_ADMIN', 'INTERNAL', 'PROS', 'VISITOR'] as const
export type Role = (typeof ROLES)[number]

/** People with their own account at a plan: members, and those who may buy a plan. */
export const PERSON_ROLES = ['MEMBER', 'PROS', 'VISITOR'] as const satisfies readonly Role[]

/** Whether someone may buy a plan but has none here: their home is the shop. */
export function isProspect(role: Role): boolean {
  return role === 'PROS' || role === 'VISITOR'
}

/**
 * The role of a signed-in user, from the UserRole context attribute (RO-1). An unknown value counts as no role: with a zip or
 * county the user is a prospect, otherwise a visitor.
 */
export function findRole(user: {
  readonly userRole?: string | null
  readonly zipCode?: string | null
  readonly county?: string | null
}): Role {
  const named = ROLES.find((role) => role === user.userRole)
  if (named !== undefined && named !== 'VISITOR') return named
  return user.zipCode?.trim() || user.county?.trim() ? 'PROS' : 'VISITOR'
}

/** Actor type of a customer-service representative, whose role is INTERNAL. */
export const REP_ACTOR_TYPE = 'CSR/DAS'

export function isCustomerServiceRep(user: { readonly role: Role; readonly actorType: string }): boolean {
  return user.role === 'INTERNAL' && user.actorType === REP_ACTOR_TYPE
}

import type { Entitlement } from './entitlements.ts'

/** The jobs of staff, each with the entitlements that its work needs and no others (AD-2). */
export const staffRoles = {
  rep: ['answer'],
  supervisor: ['answer', 'supervise'],
  author: ['author'],
  approver: ['approve'],
  administrator: ['administer'],
  auditor: ['audit'],
} as const satisfies Readonly<Record<string, readonly Entitlement[]>>

export type StaffRole = keyof typeof staffRoles

export const staffRoleNames = Object.keys(staffRoles) as StaffRole[]

/** The role that has exactly these entitlements; null: none does. */
export function findStaffRole(given: readonly Entitlement[]): StaffRole | null {
  const isSame = (own: readonly Entitlement[]) => own.length === given.length && own.every((one) => given.includes(one))
  return staffRoleNames.find((role) => isSame(staffRoles[role])) ?? null
}

/** Whether the work is with members, by mail or by acting for them: such staff are customer service reps (RO-1). */
export function worksWithMembers(given: readonly Entitlement[]): boolean {
  return given.includes('answer') || given.includes('simulate')
}

import { DEFAULT_BRAND, SHOP_BRAND } from '../brand/directory.ts'
import { findRelationship } from '../member/family.ts'

/**
 * Who is registering (RG-1), in the order of the choices: members (the majority) who just register, who shop under 65, or who are
 * eligible for Medicare; then visitors who shop under 65 or are eligible for Medicare.
 */
export const userTypes = ['MREG', 'MU65', 'MMED', 'VU65', 'VMED'] as const
export type UserType = (typeof userTypes)[number]

/** Brands of the highmark host; all others offer the short list. */
const fullList: readonly string[] = ['hmbcbs', 'hbs', 'ms', 'de']

/** A brand's choices, in the order in which they are shown. */
export function listUserTypes(brandCode: string): readonly UserType[] {
  return fullList.includes(brandCode) ? userTypes : ['MREG', 'MU65', 'MMED']
}

/** Whether a brand has members; the default and the retail brand have none. */
export function hasMembers(brandCode: string): boolean {
  return brandCode !== DEFAULT_BRAND && brandCode !== SHOP_BRAND
}

export function isVisitor(type: string): boolean {
  return type === 'VU65' || type === 'VMED'
}

/** The market segment as payloads name it; absent for people who just register. */
export type Segment = 'U65' | 'MED'

export function findSegment(type: string): Segment | null {
  if (type === 'VMED' || type === 'MMED') return 'MED'
  return type === 'VU65' || type === 'MU65' ? 'U65' : null
}

/** The person's relationship to the subscriber (RG-1). */
export const registrantRelationships = [
  'SELF',
  'SPOUSE',
  'CUSTODIAL PARENT/GUARDIAN',
  'DOMESTIC PARTNER',
  'DEPENDENT/OTHER',
] as const

/** Whether someone registers on behalf of the covered child. */
export function isGuardian(relationship: string): boolean {
  return relationship === 'CUSTODIAL PARENT/GUARDIAN'
}

/** Whether a member can have the relationship they claim: judged by its code (HT-4), and for guardians by the children's plan. */
export function relationshipFits(
  relationship: string,
  member: { readonly relationshipCode: string; readonly chip: boolean },
): boolean {
  const is = findRelationship(member.relationshipCode)
  switch (relationship) {
    case 'SELF':
      return is === 'subscriber'
    case 'SPOUSE':
    case 'DOMESTIC PARTNER':
      return is === 'spouse'
    case 'CUSTODIAL PARENT/GUARDIAN':
      return member.chip
    case 'DEPENDENT/OTHER':
      return is !== 'subscriber' && is !== 'spouse'
    default:
      return false
  }
}

/** A name for comparison: without case, accents, punctuation and spaces. */
export function normalizeName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** A member ID for comparison: without spaces around it, in upper case. */
export function normalizeMemberId(memberId: string): string {
  return memberId.trim().toUpperCase()
}

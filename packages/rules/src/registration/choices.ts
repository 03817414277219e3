import { DEFAULT_BRAND, SHOP_BRAND } from '../brand/directory.ts'
import { relationshipOf } from '../member/family.ts'

/**
 * What someone who registers is (RG-1): visitors who shop under 65 or are eligible for Medicare, members who shop under
 * 65, who are eligible for Medicare, or who just register.
 */
export const userTypes = ['VU65', 'VMED', 'MU65', 'MMED', 'MREG'] as const
export type UserType = (typeof userTypes)[number]

/** Brands of the highmark host; all others offer the short list. */
const fullList: readonly string[] = ['hmbcbs', 'hbs', 'ms', 'de']

/** The choices of a brand, in the order they are shown. */
export function userTypesOf(brandCode: string): readonly UserType[] {
  return fullList.includes(brandCode) ? userTypes : ['MU65', 'MMED', 'MREG']
}

/** Whether anyone can be a member of a brand; of the default and the retail brand no one is. */
export function hasMembers(brandCode: string): boolean {
  return brandCode !== DEFAULT_BRAND && brandCode !== SHOP_BRAND
}

export function isVisitor(type: string): boolean {
  return type === 'VU65' || type === 'VMED'
}

/** The part of the market that payloads name; left out for anyone who is just registering. */
export type Segment = 'U65' | 'MED'

export function segmentOf(type: string): Segment | null {
  if (type === 'VMED' || type === 'MMED') return 'MED'
  return type === 'VU65' || type === 'MU65' ? 'U65' : null
}

/** What someone is to the subscriber (RG-1). */
export const registrantRelationships = [
  'SELF',
  'SPOUSE',
  'CUSTODIAL PARENT/GUARDIAN',
  'DOMESTIC PARTNER',
  'DEPENDENT/OTHER',
] as const

/** Whether someone registers for the child that the coverage is for. */
export function isGuardian(relationship: string): boolean {
  return relationship === 'CUSTODIAL PARENT/GUARDIAN'
}

/** Whether a member can be what they say: by the code of their relationship (HT-4), guardians by the plan for children. */
export function relationshipFits(
  relationship: string,
  member: { readonly relationshipCode: string; readonly chip: boolean },
): boolean {
  const is = relationshipOf(member.relationshipCode)
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

/** Names are compared without regard to capital letters, accents, signs and blanks. */
export function normalizeName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** A member ID as it is compared: without blanks around it, letters in capital letters. */
export function normalizeMemberId(memberId: string): string {
  return memberId.trim().toUpperCase()
}

import { ageOn } from '../validation/age.ts'
import type { CalendarDate } from '../validation/date.ts'

export type Relationship = 'subscriber' | 'spouse' | 'dependent'

/** Relationship to the subscriber by its code (HT-4). */
const relationships: Readonly<Record<string, Relationship>> = {
  '01': 'spouse',
  '05': 'dependent',
  '18': 'subscriber',
  '20': 'subscriber',
}

/** Null for an unknown code. */
export function findRelationship(code: string): Relationship | null {
  return Object.hasOwn(relationships, code) ? (relationships[code] ?? null) : null
}

/** The codes for a relationship. */
export function listCodes(relationship: Relationship): string[] {
  return Object.keys(relationships).filter((code) => findRelationship(code) === relationship)
}

/** Someone covered by a contract. */
export interface ContractPerson {
  readonly relationshipCode: string
  readonly dateOfBirth: CalendarDate
}

const ofAge = 18

/**
 * Whether a member may see that another person is covered by the same contract, and that person's name (HT-4): the subscriber sees
 * everyone; a spouse sees the subscriber and children; everyone else, including people of unknown relationship, sees only the
 * subscriber.
 */
export function maySeeOnContract(viewer: ContractPerson, other: ContractPerson, today: CalendarDate): boolean {
  const is = findRelationship(other.relationshipCode)
  switch (findRelationship(viewer.relationshipCode)) {
    case 'subscriber':
      return true
    case 'spouse':
      return is === 'subscriber' || (is === 'dependent' && ageOn(other.dateOfBirth, today) < ofAge)
    default:
      return is === 'subscriber'
  }
}

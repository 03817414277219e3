import { normalizeMemberId, normalizeName } from '@portico/rules/registration/choices'
import type { Reader } from '../../platform/db/database.ts'
import { findMember, listByNumber, listChildren, type Member } from './store.ts'

/**
 * The details that someone gives about a covered person. `memberId` is the number on a card: the subscriber's member ID, or the
 * person's own if the plan gives everyone one or several; `dateOfBirth` in ISO form.
 */
export interface DescribedPerson {
  readonly brand: string
  readonly memberId: string
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: string
}

export interface MatchedPerson {
  readonly memberId: string
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: string
  readonly relationshipCode: string
  readonly chip: boolean
}

/** The only member who fits the whole description (RG-1); null: none does, or several do and cannot be told apart. */
export async function findCovered(
  db: Reader,
  described: DescribedPerson,
  today: string,
): Promise<MatchedPerson | null> {
  const formatName = (one: Pick<MatchedPerson, 'firstName' | 'lastName'>) =>
    `${normalizeName(one.firstName)} ${normalizeName(one.lastName)}`
  const isCalled = (one: Pick<MatchedPerson, 'firstName' | 'lastName'>) =>
    one.lastName === '' ? hasOneName(described, one.firstName) : formatName(one) === formatName(described)
  const rows = await listByNumber(db, described.brand, normalizeMemberId(described.memberId), today)
  const [found, another] = rows
    .map((row) => ({
      memberId: row.member_id,
      firstName: row.first_name,
      lastName: row.last_name,
      dateOfBirth: row.date_of_birth,
      relationshipCode: row.relationship_code,
      chip: row.chip,
    }))
    .filter((one) => one.dateOfBirth === described.dateOfBirth && isCalled(one))
  return found && another === undefined ? found : null
}

/** What people with a single name enter in the other name field. */
const inPlaceOfName: ReadonlySet<string> = new Set(['', 'fnu', 'lnu', 'na', 'none', 'noname'])

/** Whether somebody gives only this name, in either field or in both. */
function hasOneName({ firstName, lastName }: Pick<MatchedPerson, 'firstName' | 'lastName'>, name: string): boolean {
  const own = normalizeName(name)
  const said = [firstName, lastName].map(normalizeName).filter((part) => part === own || !inPlaceOfName.has(part))
  return said.length > 0 && said.every((part) => part === own)
}

/** A member with the number of their contract, which is the subscriber's member ID, and the number on their own card. */
export interface OnContract extends Pick<MatchedPerson, 'memberId' | 'dateOfBirth'> {
  readonly brand: string
  readonly contractNumber: string
  readonly memberNumber: string
  readonly chip: boolean
  /** The last day on which a guardian was proven, `yyyy-mm-dd`. */
  readonly guardianVerifiedOn: string | null
}

/** Null for a deleted member. */
export async function findContract(db: Reader, memberId: string): Promise<OnContract | null> {
  const row = await findMember(db, memberId)
  return row ? onContract(row) : null
}

/** The children in the children's plan who have the number on their card, in any brand. */
export async function childrenOn(db: Reader, memberId: string): Promise<OnContract[]> {
  return (await listChildren(db, normalizeMemberId(memberId))).map(onContract)
}

function onContract(row: Member): OnContract {
  return {
    memberId: row.member_id,
    dateOfBirth: row.date_of_birth,
    brand: row.brand,
    contractNumber: row.contract_number,
    memberNumber: row.member_number,
    chip: row.chip,
    guardianVerifiedOn: row.guardian_verified_on,
  }
}

import { findRelationship } from '@portico/rules/member/family'
import { findLastDay, isoDate } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'
import { findMember, listCoverages, listOnContract, listProducts, type Member } from './store.ts'

// What other capabilities read about members.
export {
  type Coverage,
  coversDay,
  findHomeZip,
  findMember,
  findOnContract,
  idOnContract,
  inForce,
  listCoverages,
  listProducts,
  type Member,
  noteGuardian,
  onContract,
  type Product,
  selectVendorDetails,
} from './store.ts'

/** A person on a contract, with the facts that decide who may see their information (RG-3). */
export interface CoveredPerson {
  readonly memberId: string
  readonly brand: string
  /** The number printed on the ID card. */
  readonly memberNumber: string
  readonly firstName: string
  readonly lastName: string
  /** `yyyy-mm-dd` */
  readonly dateOfBirth: string
  readonly relationshipCode: string
  /** Whether it is a children's plan, which knows the children's guardians (ER-4). */
  readonly isGuarded: boolean
  /** Whether the plan has any coverage for them. */
  readonly isCovered: boolean
  /** Last day of the subscriber's coverage, `yyyy-mm-dd`; null: open-ended. */
  readonly coverageEnds: string | null
}

/** The facts that decide who sees what of whom on a contract. */
export function toContractPerson({ relationship_code, date_of_birth }: Member) {
  return { relationshipCode: relationship_code, dateOfBirth: isoDate(date_of_birth) }
}

/** Undefined for a deleted member. */
export async function readCovered(db: Reader, memberId: string): Promise<CoveredPerson | undefined> {
  const member = await findMember(db, memberId)
  return member && toCoveredPerson(db, member, [member, ...(await listOnContract(db, member))])
}

/** Everyone else on a member's contract. */
export async function readOthersOnContract(db: Reader, memberId: string): Promise<CoveredPerson[]> {
  const member = await findMember(db, memberId)
  if (member === undefined) return []
  const others = await listOnContract(db, member)
  const covered: CoveredPerson[] = []
  for (const other of others) covered.push(await toCoveredPerson(db, other, [member, ...others]))
  return covered
}

async function toCoveredPerson(db: Reader, member: Member, contract: readonly Member[]): Promise<CoveredPerson> {
  const subscriber = contract.find((one) => findRelationship(one.relationship_code) === 'subscriber') ?? member
  const ends = (await listProducts(db, subscriber.member_id)).map((product) => product.coverage_end_date)
  return {
    memberId: member.member_id,
    brand: member.brand,
    memberNumber: member.member_number,
    firstName: member.first_name,
    lastName: member.last_name,
    dateOfBirth: member.date_of_birth,
    relationshipCode: member.relationship_code,
    isGuarded: member.chip,
    isCovered: ends.length > 0 && (await listCoverages(db, member.member_id)).length > 0,
    coverageEnds: findLastDay(ends),
  }
}

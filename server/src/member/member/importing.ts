import type { PlanKind } from '@portico/rules/coverage/plan-kind'
import type { Tx } from '../../platform/db/database.ts'
import {
  addMembers,
  changeMember,
  findNumbered,
  keepContact,
  keepFormerKin,
  keepGuardian,
  replaceOtherInsurance,
} from './import-store.ts'

export {
  addMembers,
  findByNumber,
  findNumbered,
  findPlaces,
  forgetFormerKin,
  keepFormerKin,
  renumber,
  setPlace,
} from './import-store.ts'

/** A person in a plan's files. Everyone on a contract has the same `contractNumber`. */
export interface NamedMember {
  readonly brand: string
  readonly memberNumber: string
  readonly contractNumber: string
  readonly firstName: string
  readonly lastName: string
  /** `yyyy-mm-dd` */
  readonly dateOfBirth: string
  readonly relationshipCode: string
}

/** A row's name for a person, completed from what we already know if the row states only one part of it. */
export async function completeName(
  tx: Tx,
  said: Pick<NamedMember, 'brand' | 'memberNumber' | 'firstName' | 'lastName'>,
): Promise<Pick<NamedMember, 'firstName' | 'lastName'>> {
  const { firstName, lastName } = said
  if (lastName !== '') return { firstName, lastName }
  const known = await findNumbered(tx, said)
  const isPart = known !== undefined && [known.first_name, known.last_name].includes(firstName)
  return isPart ? { firstName: known.first_name, lastName: known.last_name } : { firstName, lastName }
}

/**
 * The member with a number, created if there is none. Null if the number is someone else's: neither the date of birth nor the name
 * matches.
 */
export async function importMember(tx: Tx, person: NamedMember): Promise<string | null> {
  const added = (await addMembers(tx, [person])).get(person.memberNumber)
  if (added !== undefined) return added
  const known = await findNumbered(tx, person)
  if (known === undefined) return null
  const isNamed = `${known.first_name} ${known.last_name}` === `${person.firstName} ${person.lastName}`
  return known.date_of_birth === person.dateOfBirth || isNamed ? known.member_id : null
}

/** A member's data from a plan's files; null: they do not say, so the stored value stays. */
export interface MemberFileData {
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: string
  readonly contractNumber: string | null
  readonly relationshipCode: string | null
  readonly chip: boolean | null
  readonly contact: Readonly<Record<ContactColumn, string | null>>
  readonly guardian: Guardian | null
}

export type ContactColumn = 'address' | 'city' | 'state' | 'zip_code' | 'email' | 'phone'

export interface Guardian {
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: string
  readonly email: string
}

export async function updateMember(tx: Tx, memberId: string, said: MemberFileData): Promise<void> {
  const { contractNumber } = said
  if (contractNumber !== null) await keepFormerKin(tx, [{ memberId, contractNumber }])
  await changeMember(tx, memberId, {
    first_name: said.firstName,
    last_name: said.lastName,
    date_of_birth: said.dateOfBirth,
    ...(contractNumber === null ? {} : { contract_number: contractNumber }),
    ...(said.relationshipCode === null ? {} : { relationship_code: said.relationshipCode }),
    ...(said.chip === null ? {} : { chip: said.chip }),
  })
  if (Object.values(said.contact).some((value) => value !== null)) await keepContact(tx, memberId, said.contact)
  if (said.guardian !== null) await keepGuardian(tx, memberId, said.guardian)
}

/** A coverage of another insurer, from a plan's files. */
interface OtherCoverage {
  readonly resourceId: string
  readonly payerName: string | null
  readonly planName: string
  readonly contractNumber: string | null
  readonly kind: PlanKind
  readonly order: number | null
  readonly begins: string | null
  readonly ends: string | null
}

/** Stores a member's coverages from other insurers as in the plan's current files. */
export async function importOtherInsurance(
  tx: Tx,
  memberId: string,
  others: readonly OtherCoverage[],
  runId: string,
): Promise<void> {
  const rows = others.map((one) => ({
    member_id: memberId,
    resource_id: one.resourceId,
    payer_name: one.payerName,
    plan_name: one.planName === one.payerName ? null : one.planName,
    policy_number: one.contractNumber,
    kind: one.kind,
    pays_order: one.order,
    begins: one.begins,
    ends: one.ends,
    run_id: runId,
  }))
  await replaceOtherInsurance(tx, memberId, rows)
}

import type { ContractPlace } from '@portico/rules/coverage/contract'
import type { PlanKind } from '@portico/rules/coverage/plan-kind'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../platform/db/database.ts'

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

/** Creates members; returns the ids of those whose number was free, by number. */
export async function addMembers(tx: Tx, people: readonly NamedMember[]): Promise<ReadonlyMap<string, string>> {
  if (people.length === 0) return new Map()
  const added = await tx
    .insertInto('member')
    .values(
      people.map((person) => ({
        member_id: uuidv7(),
        brand: person.brand,
        member_number: person.memberNumber,
        contract_number: person.contractNumber,
        first_name: person.firstName,
        last_name: person.lastName,
        date_of_birth: person.dateOfBirth,
        relationship_code: person.relationshipCode,
        chip: false,
      })),
    )
    .onConflict((conflict) => conflict.columns(['brand', 'member_number']).doNothing())
    .returning(['member_id', 'member_number'])
    .execute()
  return new Map(added.map((row) => [row.member_number, row.member_id]))
}

/**
 * The member with a number, created if there is none. Null if the number is someone else's: neither the date of birth nor the name matches.
 */
export async function importMember(tx: Tx, person: NamedMember): Promise<string | null> {
  const added = (await addMembers(tx, [person])).get(person.memberNumber)
  if (added !== undefined) return added
  const known = await tx
    .selectFrom('member')
    .select(['member_id', 'date_of_birth', 'first_name', 'last_name'])
    .where('brand', '=', person.brand)
    .where('member_number', '=', person.memberNumber)
    .executeTakeFirstOrThrow()
  const isNamed = `${known.first_name} ${known.last_name}` === `${person.firstName} ${person.lastName}`
  return known.date_of_birth === person.dateOfBirth || isNamed ? known.member_id : null
}

/** A member's data from a plan's files; null where they do not say, which keeps the stored value. */
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

interface Guardian {
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: string
  readonly email: string
}

export async function updateMember(tx: Tx, memberId: string, said: MemberFileData): Promise<void> {
  await tx
    .updateTable('member')
    .set({
      first_name: said.firstName,
      last_name: said.lastName,
      date_of_birth: said.dateOfBirth,
      ...(said.contractNumber === null ? {} : { contract_number: said.contractNumber }),
      ...(said.relationshipCode === null ? {} : { relationship_code: said.relationshipCode }),
      ...(said.chip === null ? {} : { chip: said.chip }),
    })
    .where('member_id', '=', memberId)
    .execute()
  if (Object.values(said.contact).some((value) => value !== null)) await keepContact(tx, memberId, said.contact)
  if (said.guardian !== null) await keepGuardian(tx, memberId, said.guardian)
}

async function keepContact(tx: Tx, memberId: string, contact: MemberFileData['contact']): Promise<void> {
  const known = Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== null))
  await tx
    .insertInto('member_contact')
    .values({ member_id: memberId, ...contact })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(known))
    .execute()
}

async function keepGuardian(tx: Tx, memberId: string, guardian: Guardian): Promise<void> {
  const { firstName, lastName, dateOfBirth, email } = guardian
  const row = { first_name: firstName, last_name: lastName, date_of_birth: dateOfBirth, email }
  await tx
    .insertInto('guardian')
    .values({ member_id: memberId, ...row })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
    .execute()
}

/** The members of a brand who have the numbers, by number. */
export async function findByNumber(tx: Tx, brand: string, numbers: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('member')
    .select(['member_id', 'member_number'])
    .where('brand', '=', brand)
    .where('member_number', '=', sql<string>`any(${[...new Set(numbers)]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.member_number, row.member_id]))
}

/** Members' numbers, the contracts they are on, and as what, by member. */
export async function findPlaces(
  tx: Tx,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, ContractPlace & { readonly memberNumber: string }>> {
  const rows = await tx
    .selectFrom('member')
    .select(['member_id', 'member_number as memberNumber'])
    .select(['contract_number as contractNumber', 'relationship_code as relationshipCode'])
    .where('member_id', '=', sql<string>`any(${[...memberIds]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ member_id, ...place }) => [member_id, place]))
}

export async function setPlace(tx: Tx, memberId: string, place: ContractPlace): Promise<void> {
  await tx
    .updateTable('member')
    .set({ contract_number: place.contractNumber, relationship_code: place.relationshipCode })
    .where('member_id', '=', memberId)
    .execute()
}

/** Changes a member's number, also as that of their own contract; false if it is someone else's. */
export async function renumber(tx: Tx, memberId: string, memberNumber: string): Promise<boolean> {
  const { rows } = await sql`update member set member_number = ${memberNumber},
      contract_number = case when contract_number = member_number then ${memberNumber} else contract_number end
    where member_id = ${memberId} and not exists (
      select from member other where other.brand = member.brand and other.member_number = ${memberNumber})
    returning member_id`.execute(tx)
  return rows.length > 0
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

/** Stores a member's coverages from other insurers as they are in the plan's files now. */
export async function importOtherInsurance(
  tx: Tx,
  memberId: string,
  others: readonly OtherCoverage[],
  runId: string,
): Promise<void> {
  await tx.deleteFrom('other_insurance').where('member_id', '=', memberId).execute()
  if (others.length === 0) return
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
  await tx.insertInto('other_insurance').values(rows).execute()
}

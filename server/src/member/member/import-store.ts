import type { ContractPlace } from '@portico/rules/coverage/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Guardian, MemberFileData, NamedMember } from './importing.ts'

/** Creates members; returns the ids of those whose number was free, by number. */
export async function addMembers(tx: Tx, people: readonly NamedMember[]): Promise<ReadonlyMap<string, string>> {
  if (people.length === 0) return new Map()
  const rows = people.map((person) => ({ ...person, memberId: uuidv7() }))
  const { rows: added } = await sql<{ member_id: string; member_number: string }>`
    insert into member (member_id, brand, member_number, contract_number, first_name, last_name, date_of_birth,
      relationship_code, chip)
    select "memberId", brand, "memberNumber", "contractNumber", "firstName", "lastName", "dateOfBirth", "relationshipCode", false
    from json_to_recordset(${JSON.stringify(rows)}::json) as one ("memberId" uuid, brand text, "memberNumber" text,
      "contractNumber" text, "firstName" text, "lastName" text, "dateOfBirth" date, "relationshipCode" text)
    on conflict (brand, member_number) do nothing returning member_id, member_number`.execute(tx)
  return new Map(added.map((row) => [row.member_number, row.member_id]))
}

export function findNumbered(tx: Tx, { brand, memberNumber }: Pick<NamedMember, 'brand' | 'memberNumber'>) {
  return tx
    .selectFrom('member')
    .select(['member_id', 'date_of_birth', 'first_name', 'last_name'])
    .where('brand', '=', brand)
    .where('member_number', '=', memberNumber)
    .executeTakeFirst()
}

export async function changeMember(tx: Tx, memberId: string, change: Updateable<Tables['member']>): Promise<void> {
  await tx.updateTable('member').set(change).where('member_id', '=', memberId).execute()
}

export async function keepContact(tx: Tx, memberId: string, contact: MemberFileData['contact']): Promise<void> {
  const known = Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== null))
  await tx
    .insertInto('member_contact')
    .values({ member_id: memberId, ...contact })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(known))
    .execute()
}

export async function keepGuardian(tx: Tx, memberId: string, guardian: Guardian): Promise<void> {
  const { firstName, lastName, dateOfBirth, email } = guardian
  const row = { first_name: firstName, last_name: lastName, date_of_birth: dateOfBirth, email }
  await tx
    .insertInto('guardian')
    .values({ member_id: memberId, ...row })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
    .execute()
}

/** The members of a brand with these numbers, by number. */
export async function findByNumber(tx: Tx, brand: string, numbers: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('member')
    .select(['member_id', 'member_number'])
    .where('brand', '=', brand)
    .where('member_number', '=', sql<string>`any(${[...new Set(numbers)]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.member_number, row.member_id]))
}

/** Members' numbers, contracts and relationships, by member. */
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
  await keepFormerKin(tx, [{ memberId, contractNumber: place.contractNumber }])
  await changeMember(tx, memberId, {
    contract_number: place.contractNumber,
    relationship_code: place.relationshipCode,
  })
}

/** A member with the contract that a file puts them on. */
interface Move {
  readonly memberId: string
  readonly contractNumber: string
}

/**
 * Keeps with whom members have shared the contracts that they are about to leave, both ways: what an account of the family has paid for
 * each other's care still counts (MP-10). People who move together stay one family.
 */
export async function keepFormerKin(tx: Tx, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return
  await sql`with move as (select "memberId" as person, "contractNumber" as contract
      from json_to_recordset(${JSON.stringify(moves)}::json) as one ("memberId" uuid, "contractNumber" text)),
    apart as (select own.member_id as one, other.member_id as another
      from move join member own on own.member_id = person and own.contract_number <> contract
      join member other on other.brand = own.brand and other.contract_number = own.contract_number
        and other.member_id <> own.member_id
      where not exists (select from move beside where beside.person = other.member_id and beside.contract = move.contract))
    insert into former_kin (member_id, kin_id) select one, another from apart union select another, one from apart
    on conflict do nothing`.execute(tx)
}

/** Forgets that members have left people with whom they share a contract again, because what said so has been undone. */
export async function forgetFormerKin(tx: Tx, memberIds: readonly string[]): Promise<void> {
  await sql`delete from former_kin using member own, member other
    where own.member_id = former_kin.member_id and other.member_id = former_kin.kin_id
      and other.brand = own.brand and other.contract_number = own.contract_number
      and (own.member_id = any(${[...memberIds]}::uuid[]) or other.member_id = any(${[...memberIds]}::uuid[]))`.execute(
    tx,
  )
}

/** Changes a member's number, including that of their own contract; false if it is someone else's. */
export async function renumber(tx: Tx, memberId: string, memberNumber: string): Promise<boolean> {
  const { rows } = await sql`update member set member_number = ${memberNumber},
      contract_number = case when contract_number = member_number then ${memberNumber} else contract_number end
    where member_id = ${memberId} and not exists (
      select from member other where other.brand = member.brand and other.member_number = ${memberNumber})
    returning member_id`.execute(tx)
  return rows.length > 0
}

export async function replaceOtherInsurance(
  tx: Tx,
  memberId: string,
  rows: readonly Insertable<Tables['other_insurance']>[],
): Promise<void> {
  await tx.deleteFrom('other_insurance').where('member_id', '=', memberId).execute()
  if (rows.length > 0) await tx.insertInto('other_insurance').values(rows).execute()
}

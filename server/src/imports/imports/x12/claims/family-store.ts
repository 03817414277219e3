import { sql } from 'kysely'
import type { Tx } from '../../../../platform/db/database.ts'

/** A member, by what files say about people. */
export interface Person {
  readonly memberId: string
  readonly memberNumber: string
  readonly contractNumber: string
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string
}

const columns = sql`member_id as "memberId", member_number as "memberNumber", contract_number as "contractNumber",
  first_name as "firstName", last_name as "lastName", date_of_birth::text as "birthDate"`

/**
 * The members with some numbers, their own or their contract's, and everybody on a contract with them. Each half uses an index; a single
 * condition for both would read all members of the brand.
 */
export async function listFamilies(tx: Tx, brand: string, numbers: readonly string[]): Promise<Person[]> {
  const asked = sql`${[...new Set(numbers)]}::text[]`
  const { rows } = await sql<Person>`
    select ${columns} from member where brand = ${brand} and member_number = any(${asked})
    union
    select ${columns} from member where brand = ${brand} and contract_number in (
      select ${sql.ref('own.contract_number')} from member own where own.brand = ${brand} and own.member_number = any(${asked})
      union select unnest(${asked}))
    order by "memberNumber"`.execute(tx)
  return rows
}

export async function listPeople(tx: Tx, memberIds: readonly string[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select ${columns} from member where member_id = any(${[...new Set(memberIds)]}::uuid[])`.execute(tx)
  return rows
}

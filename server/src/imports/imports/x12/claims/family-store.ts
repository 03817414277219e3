import { sql } from 'kysely'
import type { Tx } from '../../../../platform/db/database.ts'

/** A member as files speak of them. */
export interface Person {
  readonly memberId: string
  readonly memberNumber: string
  readonly contractNumber: string
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string
}

/** The members of numbers, their own or their contract's, and all who are on a contract with them. */
export async function listFamilies(tx: Tx, brand: string, numbers: readonly string[]): Promise<Person[]> {
  const asked = [...new Set(numbers)]
  const { rows } = await sql<Person>`
    select member_id as "memberId", member_number as "memberNumber", contract_number as "contractNumber",
      first_name as "firstName", last_name as "lastName", date_of_birth::text as "birthDate"
    from member where brand = ${brand} and (member_number = any(${asked}::text[]) or contract_number = any(array(
      select ${sql.ref('own.contract_number')} from member own where own.brand = ${brand} and own.member_number = any(${asked}::text[])
      union select unnest(${asked}::text[]))))
    order by member_number`.execute(tx)
  return rows
}

import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** A person on a contract. */
interface OnContract {
  readonly memberId: string
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string
  readonly isSubscriber: boolean
  /** Whether files have coverages for them, and all of these have ended. */
  readonly isOver: boolean
}

/** The members on a contract. */
export async function listOnContract(
  tx: Tx,
  brand: string,
  contractNumber: string,
  today: string,
): Promise<readonly OnContract[]> {
  const { rows } = await sql<OnContract>`
    select m.member_id as "memberId", first_name as "firstName", last_name as "lastName", date_of_birth::text as "birthDate",
      relationship_code = '18' as "isSubscriber", coalesce(said.is_over, false) as "isOver"
    from member m left join lateral (
      select bool_and(coalesce(c.coverage ->> 'ends' < ${today}, false) or (c.coverage ->> 'cancelled')::boolean) as is_over
      from coverage_source c where c.member_id = m.member_id) said on true
    where brand = ${brand} and contract_number = ${contractNumber} order by m.member_id`.execute(tx)
  return rows
}

/** Reads a person of a file, by the id of their Patient. */
export function readSubscriber(tx: Tx, brand: string, patientId: string) {
  return tx
    .selectFrom('import_patient')
    .select(['member_id as memberId', 'first_name as firstName', 'last_name as lastName', 'birth_date as birthDate'])
    .where('brand', '=', brand)
    .where('patient_id', '=', patientId)
    .executeTakeFirst()
}

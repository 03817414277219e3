import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { ReadCoverage } from '../fhir/read-person.ts'

/** A member's coverages of one group, kind and plan from rows without an id. */
export async function listUnnamedCoverages(tx: Tx, memberId: string, id: string) {
  const { rows } = await sql<{ id: string; coverage: ReadCoverage; version: string | null }>`
    select resource_id as id, coverage, version from coverage_source
    where member_id = ${memberId} and (resource_id = ${id}
      or starts_with(resource_id, ${`${id}/`}) and substr(resource_id, ${id.length + 2}::int) ~ ${'^\\d{4}-\\d\\d-\\d\\d$'})
    order by resource_id`.execute(tx)
  return rows
}

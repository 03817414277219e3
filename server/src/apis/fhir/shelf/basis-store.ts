import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { lockMembers } from '../../../platform/db/row-locks.ts'
import { separator } from './row.ts'

interface Whole {
  readonly memberId: string
  readonly type: string
  readonly id: string
  readonly version: number
  readonly body: string
}

/** Some resources without a Basis form. */
export async function listWithoutBasis(tx: Tx, limit: number): Promise<readonly Whole[]> {
  const { rows } = await sql<Whole>`
    select member_id as "memberId", type, id, version, body from fhir_resource
    where basis is null and body is not null and type in ('ExplanationOfBenefit', 'Coverage')
    limit ${limit}`.execute(tx)
  return rows
}

/** Stores the Basis form beside the body from which it was made. */
export async function putBasis(tx: Tx, made: readonly (Whole & { readonly basis: string })[]): Promise<void> {
  const members = made.map(({ memberId }) => memberId)
  await lockMembers(tx, members)
  await sql`update fhir_resource r set basis = new.basis
    from unnest(${members}::uuid[], ${made.map(({ type }) => type)}::text[],
      ${made.map(({ id }) => id)}::uuid[], ${made.map(({ version }) => version)}::int[],
      string_to_array(${made.map(({ basis }) => basis).join(separator)}, ${separator})) as new (member_id, type, id, version, basis)
    where (r.member_id, r.type, r.id, r.version) = (new.member_id, new.type, new.id, new.version)`.execute(tx)
}

import { sql } from 'kysely'
import { forgetFormerKin } from '../../../member/member/importing.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { EnrolledBefore } from '../../../platform/db/tables.ts'
import { toHex, upsertRows } from '../../../platform/db/upsert.ts'
import { contentHash } from '../../../platform/versions/content.ts'
import type { ReadCoverage } from '../fhir/read-person.ts'

interface Run {
  readonly brand: string
  readonly runId: string
}

interface Row {
  readonly member_id: string
  readonly before: EnrolledBefore | null
  readonly is_newest: boolean
}

/** Locks the next members whom the run changed, with their former state, so that nobody else undoes them meanwhile. */
export async function lockBefore(tx: Tx, { brand, runId }: Run, max: number): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select one.member_id, one.before, coalesce(x.run_id = ${runId}::uuid, false) as is_newest
    from x12_before one left join x12_member x on x.member_id = one.member_id and x.brand = ${brand}
    where one.run_id = ${runId} order by one.member_id limit ${max} for update of one`.execute(tx)
  return rows
}

/** Deletes members' former states from before the run. */
export async function forgetBefore(tx: Tx, runId: string, memberIds: readonly string[]): Promise<void> {
  await sql`delete from x12_before where run_id = ${runId}
    and member_id = any(${memberIds}::uuid[])`.execute(tx)
}

/** Forgets the files of a run, so that they may come again. */
export async function forgetInterchanges(tx: Tx, runId: string): Promise<void> {
  await sql`delete from x12_interchange where run_id = ${runId}`.execute(tx)
}

/** A coverage that the run has brought is withdrawn rather than deleted, so that nothing shows it and its group goes. */
export async function restoreCoverages(tx: Tx, undone: readonly Row[], runId: string): Promise<void> {
  await sql`update coverage_source set coverage = coverage || '{"cancelled": true}', content_hash = ''
    where member_id = any(${undone.map(({ member_id }) => member_id)}::uuid[]) and run_id = ${runId}
      and resource_id like 'x12 %'`.execute(tx)
  const former = undone.flatMap(({ member_id, before }) =>
    (before?.coverages ?? []).map((one) => ({ member_id, coverage: one as ReadCoverage })),
  )
  await upsertRows(
    tx,
    'coverage_source',
    ['member_id', 'resource_id'],
    former.map(({ member_id, coverage }) => ({
      member_id,
      resource_id: coverage.resourceId,
      version: null,
      content_hash: toHex(contentHash(JSON.stringify(coverage))),
      coverage,
      run_id: runId,
    })),
  )
}

/** Restores people as they were before the run; deletes those whom only the run brought. */
export async function restorePeople(tx: Tx, undone: readonly Row[], { brand, runId }: Run): Promise<void> {
  const created = undone.filter(({ before }) => before === null).map(({ member_id }) => member_id)
  await sql`delete from x12_member where brand = ${brand} and member_id = any(${created}::uuid[])`.execute(tx)
  const former = undone.flatMap(({ member_id, before }) =>
    before === null ? [] : { member_id, ...before.row, contact: before.contact },
  )
  if (former.length === 0) return
  await restoreContacts(tx, brand, former)
  await sql`update x12_member x set contract_number = f."contractNumber", version = f.version, person = f.person,
      content_hash = decode(f.hash, 'hex'), run_id = ${runId}::uuid
    from jsonb_to_recordset(${JSON.stringify(former)}::jsonb) as f (member_id uuid, "contractNumber" text, version text,
      person jsonb, hash text)
    where x.brand = ${brand} and x.member_id = f.member_id`.execute(tx)
  const people = former.map(({ member_id, contractNumber, person }) => ({ ...person, member_id, contractNumber }))
  await sql`update member m set first_name = f."firstName", last_name = f."lastName", date_of_birth = f."birthDate",
      contract_number = f."contractNumber", relationship_code = f."relationshipCode"
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as f (member_id uuid, "contractNumber" text, "firstName" text,
      "lastName" text, "birthDate" date, "relationshipCode" text)
    where m.brand = ${brand} and f.member_id = m.member_id`.execute(tx)
  await forgetFormerKin(
    tx,
    former.map(({ member_id }) => member_id),
  )
}

/** Restores contact information, except what members or others have changed since. */
async function restoreContacts(tx: Tx, brand: string, former: readonly object[]): Promise<void> {
  const columns = ['address', 'city', 'state', 'zip_code', 'email', 'phone']
  const changes = columns.map(
    (name) => sql`${sql.ref(name)} = case when c.${sql.ref(name)} = x.person -> 'contact' ->> ${name}
      then f.contact ->> ${name} else c.${sql.ref(name)} end`,
  )
  await sql`update member_contact c set ${sql.join(changes)}
    from x12_member x, jsonb_to_recordset(${JSON.stringify(former)}::jsonb) as f (member_id uuid, contact jsonb)
    where x.brand = ${brand} and x.member_id = c.member_id and f.member_id = c.member_id and f.contact is not null`.execute(
    tx,
  )
}

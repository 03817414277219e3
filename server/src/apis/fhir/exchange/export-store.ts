import { findFhirType } from '@portico/contract/fhir/types'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { everyParty } from '../shelf/row.ts'
import { buildFilter } from './export-request.ts'
import type { Work } from './work-store.ts'

export interface Row {
  /** Empty: it is about nobody in particular. */
  readonly memberId: string
  readonly type: string
  readonly id: string
  readonly body: string
  readonly refs: readonly string[]
}

/** What is shown to the patient alone never goes (OS-41). */
export async function readRows(
  tx: Tx,
  { request, progress }: Work,
  memberIds: readonly string[],
  limit: number,
): Promise<readonly Row[]> {
  const { types, since, until, filters, base } = request
  const narrowed = [...Map.groupBy(filters, ({ type }) => type)].map(([type, some]) => {
    const any = sql.join(
      some.map((one) => sql`(${sql.join(buildFilter(one, base), sql` and `)})`),
      sql` or `,
    )
    return sql`and (type <> ${type} or ${any})`
  })
  const { within } = progress
  const further =
    within === null
      ? sql``
      : sql`and (member_id, type, id) > (${within.memberId}::uuid, ${within.type}, ${within.id}::uuid)`
  const { rows } = await sql<Row>`
    select member_id as "memberId", type, id, body, refs from fhir_resource found
    where member_id = any(${[...memberIds]}::uuid[]) and body is not null and not sensitive and type = any(${[...types]}::text[])
      ${since === null ? sql`` : sql`and updated > ${since}::timestamptz`}
      ${until === null ? sql`` : sql`and updated <= ${until}::timestamptz`}
      ${sql.join(narrowed, sql` `)} ${further}
    order by member_id, type, id limit ${limit}`.execute(tx)
  return rows
}

/** Those who give care come once, after the members that refer to them. */
export async function noteParties(tx: Tx, { work_id: workId, request }: Work, rows: readonly Row[]): Promise<void> {
  const targets = new Set(rows.flatMap(({ refs }) => refs.map((ref) => ref.slice(ref.indexOf('=') + 1))))
  const parties = [...targets]
    .map((target) => target.split('/'))
    .filter(([type = '']) => request.types.includes(type) && findFhirType(type)?.audience === 'party')
  if (parties.length === 0) return
  await sql`insert into exchange_party (work_id, type, id)
    select ${workId}::uuid, * from unnest(${parties.map(([type]) => type)}::text[], ${parties.map(([, id]) => id)}::uuid[])
    on conflict do nothing`.execute(tx)
}

/** Those who give care, after one, each once: as the brand has them, else as all brands do. */
export async function listParties(
  tx: Tx,
  { work_id: workId, brand }: Work,
  { type, id }: { readonly type: string; readonly id: string },
  limit: number,
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select distinct on (x.type, x.id) '' as "memberId", x.type, x.id, p.body, '{}'::text[] as refs
    from exchange_party x join fhir_party p on p.type = x.type and p.id = x.id and p.brand in (${brand}, ${everyParty})
    where x.work_id = ${workId}::uuid and (x.type, x.id) > (${type}, ${id}::uuid) and p.body is not null
    order by x.type, x.id, p.brand desc limit ${limit}`.execute(tx)
  return rows
}

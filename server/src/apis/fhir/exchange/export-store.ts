import { findFhirType } from '@portico/contract/fhir/types'
import { basisTypes } from '@portico/rules/fhir/basis'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { everyParty } from '../shelf/row.ts'
import { buildFilter } from './export-request.ts'
import type { Work } from './work-store.ts'

export interface Row {
  /** Empty: about no member. */
  readonly memberId: string
  readonly type: string
  readonly id: string
  /** In the Basis form, unless `isWhole`. */
  readonly body: string
  /** The Basis form does not exist yet. */
  readonly isWhole: boolean
  /** These are null if not requested. */
  readonly refs: readonly string[] | null
  readonly version: number | null
  readonly updated: Date | null
}

/**
 * Data that only the patient may see is never exported (OS-41). A Basis form of another version than the body's does not count: an earlier
 * release, running beside this one during an upgrade, changes only the body.
 */
export async function readRows(
  tx: Tx,
  { request, progress }: Work,
  memberIds: readonly string[],
  { limit, isPlain }: { readonly limit: number; readonly isPlain: boolean },
): Promise<readonly Row[]> {
  const { types, since, until, filters, base } = request
  const narrowed = [...Map.groupBy(filters, ({ type }) => type)].map(([type, some]) => {
    const any = sql.join(
      some.map((one) => sql`(${sql.join(buildFilter(one, base), sql` and `)})`),
      sql` or `,
    )
    return sql`and (type <> ${type} or ${any})`
  })
  // `meta` precedes all content.
  const isOfBody = sql`starts_with(split_part(left(basis, 300), '"versionId":"', 2), version || '"')`
  const { within } = progress
  const further =
    within === null
      ? sql``
      : sql`and (member_id, type, id) > (${within.memberId}::uuid, ${within.type}, ${within.id}::uuid)`
  // Provenance reveals everything it is about, so all of that must be exported. Refused prior authorizations do not go to plans, nor does
  // Provenance about any.
  const isAboutExported = sql`coalesce((
    select bool_and(about.body is not null and not about.sensitive and about.type = any(${[...types]}::text[]) and about.body not like '%"preauthorization"%')
    from unnest(found.refs) ref join fhir_resource about on about.member_id = found.member_id
      and about.type = split_part(substr(ref, length('target=') + 1), '/', 1) and about.id = split_part(ref, '/', 2)::uuid), false)`
  // Checked once per row, after the limit, because it unpacks the beginning of a body.
  const { rows } = await sql<Row>`
    select "memberId", type, id, case when "isOfBody" then basis else body end as body,
      type = any(${basisTypes}::text[]) and "isOfBody" is not true as "isWhole", refs, version, updated
    from (select member_id as "memberId", type, id, basis, body, ${isOfBody} as "isOfBody",
        ${isPlain ? sql`null::text[] as refs, null::int as version, null::timestamptz as updated` : sql`refs, version, updated`}
      from fhir_resource found
      where member_id = any(${[...memberIds]}::uuid[]) and body is not null and not sensitive and type = any(${[...types]}::text[])
        ${since === null ? sql`` : sql`and updated > ${since}::timestamptz`}
        ${until === null ? sql`` : sql`and updated <= ${until}::timestamptz`}
        and (type <> 'Provenance' or ${isAboutExported}) ${sql.join(narrowed, sql` `)} ${further}
      order by member_id, type, id limit ${limit}) found`.execute(tx)
  return rows
}

/** Care providers come once, after the members whose records refer to them. */
export async function noteParties(tx: Tx, { work_id: workId, request }: Work, rows: readonly Row[]): Promise<void> {
  const targets = new Set(rows.flatMap(({ refs }) => (refs ?? []).map((ref) => ref.slice(ref.indexOf('=') + 1))))
  const parties = [...targets]
    .map((target) => target.split('/'))
    .filter(([type = '']) => request.types.includes(type) && findFhirType(type)?.audience === 'party')
  if (parties.length === 0) return
  await sql`insert into exchange_party (work_id, type, id)
    select ${workId}::uuid, * from unnest(${parties.map(([type]) => type)}::text[], ${parties.map(([, id]) => id)}::uuid[])
    on conflict do nothing`.execute(tx)
}

/** Care providers after a given one, each once: the brand's version, else the one shared by all brands. */
export async function listParties(
  tx: Tx,
  { work_id: workId, brand }: Work,
  { type, id }: { readonly type: string; readonly id: string },
  limit: number,
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select distinct on (x.type, x.id) '' as "memberId", x.type, x.id, p.body, false as "isWhole", null::text[] as refs, p.version, p.updated
    from exchange_party x join fhir_party p on p.type = x.type and p.id = x.id and p.brand in (${brand}, ${everyParty})
    where x.work_id = ${workId}::uuid and (x.type, x.id) > (${type}, ${id}::uuid) and p.body is not null
    order by x.type, x.id, p.brand desc limit ${limit}`.execute(tx)
  return rows
}

import { sql } from 'kysely'
import type { Reader, Tx } from '../../../platform/db/database.ts'
import type { PartDays } from '../../../platform/db/tables.ts'
import { separator } from '../shelf/row.ts'
import type { ReceivedDrugs } from './received.ts'

/** A part of a brand's formulary resources. */
export interface StoredPart {
  readonly part: number
  /** Digests of its resources as in their files, and as served. */
  readonly source: string
  readonly hash: string
  readonly days: readonly PartDays[]
}

/** The parts of a brand's lists that are shown now. */
export async function readLiveParts(db: Reader, brand: string): Promise<readonly StoredPart[]> {
  const { rows } = await sql<StoredPart>`
    select p.part, encode(p.source_hash, 'hex') as source, encode(p.content_hash, 'hex') as hash, p.days
    from fhir_formulary_part p where p.part in (
      select (r ->> 'part')::int from formulary f, jsonb_array_elements(f.received -> 'parts') r where f.brand = ${brand})
    order by p.part`.execute(db)
  return rows
}

/** Creates a part of a brand's lists that no list uses yet; returns its number. */
export async function beginPart(
  tx: Tx,
  part: Omit<StoredPart, 'part'> & {
    readonly brand: string
    readonly runId: string
    readonly now: Date
  },
): Promise<number> {
  const row = await tx
    .insertInto('fhir_formulary_part')
    .values({
      brand: part.brand,
      source_hash: Buffer.from(part.source, 'hex'),
      content_hash: Buffer.from(part.hash, 'hex'),
      days: JSON.stringify(part.days),
      run_id: part.runId,
      begun_at: part.now,
    })
    .returning('part')
    .executeTakeFirstOrThrow()
  return row.part
}

/** Adds resources to a part. A resource unchanged from the shown one keeps the time of its last change; `live`: the shown parts. */
export async function addToPart(
  tx: Tx,
  all: readonly ReceivedDrugs[],
  {
    brand,
    part,
    live,
    now,
  }: { readonly brand: string; readonly part: number; readonly live: readonly number[]; readonly now: Date },
): Promise<void> {
  const rows = JSON.stringify(
    all.map(({ type, id, days, dates, profiles, tokens, refs, hash, found }) => ({
      ...{ type, id, ends_first: days[0], begins_last: days[1], dates, profiles, tokens, refs, found },
      content_hash: `\\x${hash.toString('hex')}`,
    })),
  )
  const bodies = all.map(({ body }) => body).join(separator)
  await sql`
    with n as materialized (select * from rows from (json_to_recordset(${rows}::json) as (type text, id text, ends_first date,
        begins_last date, dates jsonb, profiles text[], tokens text[], refs text[], content_hash bytea, found json),
      unnest(string_to_array(${bodies}, ${separator}))) as n (type, id, ends_first, begins_last, dates, profiles, tokens, refs,
        content_hash, found, body)),
    put as (
      insert into fhir_formulary (brand, type, id, part, ends_first, begins_last, updated, profiles, tokens, dates, refs, content_hash, body)
      select ${brand}, n.type, n.id, ${part}, n.ends_first, n.begins_last,
        case when b.content_hash = n.content_hash then b.updated else ${now} end, n.profiles, n.tokens, n.dates, n.refs, n.content_hash, n.body
      from n left join lateral (select o.content_hash, o.updated from fhir_formulary o where o.brand = ${brand} and o.type = n.type
        and o.id = n.id and o.part = any(${[...live]}::int[]) order by o.part desc limit 1) b on true)
    insert into fhir_formulary_value (brand, part, type, parameter, value, id)
    select ${brand}, ${part}, n.type, f.one ->> 0, f.one ->> 1, n.id from n cross join json_array_elements(n.found) f (one)`.execute(
    tx,
  )
}

/** The content digest of some parts, and the days on which it applies, by part. */
export async function readParts(
  tx: Tx,
  parts: readonly number[],
): Promise<ReadonlyMap<number, { readonly hash: string; readonly days: readonly PartDays[] }>> {
  const { rows } = await sql<{ part: number; hash: string; days: readonly PartDays[] }>`
    select part, encode(content_hash, 'hex') as hash, days from fhir_formulary_part where part = any(${[...parts]}::int[])`.execute(
    tx,
  )
  return new Map(rows.map(({ part, ...one }) => [part, one]))
}

/** A brand's parts that no list uses, neither a current one nor one that can be restored; parts of a run in progress belong to it. */
export async function listForgottenParts(tx: Tx, brand: string, of: { readonly runId: string; readonly now: Date }) {
  const left = new Date(of.now.getTime() - 6 * 60 * 60 * 1000)
  const { rows } = await sql<{ part: number }>`
    select p.part from fhir_formulary_part p where p.brand = ${brand}
      and p.part not in (select (r ->> 'part')::int from formulary f, jsonb_array_elements(f.received -> 'parts') r
        where f.brand = ${brand})
      and p.part not in (select (r ->> 'part')::int from formulary_before b,
        jsonb_array_elements(b.list -> 'received' -> 'parts') r where b.brand = ${brand})
      and (p.run_id = ${of.runId} or p.begun_at < ${left}
        or not exists (select from import_run i where i.run_id = p.run_id and i.state = 'running'))
    order by p.part`.execute(tx)
  return rows.map(({ part }) => part)
}

/** Number of rows deleted in one step. */
const rowsAtATime = 2000

/** Deletes some rows of a part; returns whether there were any. */
export async function forgetSome(tx: Tx, part: number): Promise<boolean> {
  for (const table of ['fhir_formulary_value', 'fhir_formulary'] as const) {
    const { rows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where part = ${part} limit ${rowsAtATime})) returning 1`.execute(tx)
    if (rows.length > 0) return true
  }
  await tx.deleteFrom('fhir_formulary_part').where('part', '=', part).execute()
  return false
}

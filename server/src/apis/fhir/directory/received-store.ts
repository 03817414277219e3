import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { separator } from '../shelf/row.ts'
import type { Received } from './received.ts'

/** Directories being loaded, and the one that each replaces. */
interface Loading {
  readonly generation: number
  readonly before: number | null
}

/**
 * Adds resources to a directory being loaded; of several with one id, keeps the one that its source changed last, or else the last. A
 * resource unchanged from the previous directory keeps the time of its last change.
 */
export async function addReceived(
  tx: Tx,
  all: readonly Received[],
  { generation, before }: Loading,
  now: Date,
): Promise<void> {
  const last = [...Map.groupBy(all, ({ type, id }) => `${type}/${id}`).values()].map((some) =>
    some.reduce((one, other) => (isLater(one, other) ? one : other)),
  )
  const rows = JSON.stringify(
    last.map((one) => ({
      ...{ type: one.type, id: one.id, provider_id: one.providerId, places: one.places },
      ...{ begins: one.begins, ends: one.ends, said_at: one.saidAt, is_served: one.body !== null },
      ...{ profiles: one.profiles, tokens: one.tokens, refs: one.refs, content_hash: `\\x${one.hash.toString('hex')}` },
    })),
  )
  const bodies = last.map(({ body }) => body ?? '').join(separator)
  const { rows: put } = await sql<{ type: string; id: string; is_new: boolean }>`
    insert into fhir_directory (generation, type, id, provider_id, places, begins, ends, said_at, updated, profiles, tokens, refs,
      content_hash, body)
    select ${generation}, n.type, n.id, n.provider_id, n.places, n.begins, n.ends, n.said_at,
      case when b.content_hash = n.content_hash then b.updated else ${now} end, n.profiles, n.tokens, n.refs, n.content_hash,
      case when n.is_served then n.body end
    from rows from (json_to_recordset(${rows}::json) as (type text, id text, provider_id text, places jsonb, begins text, ends text,
        said_at timestamptz, is_served boolean, profiles text[], tokens text[], refs text[], content_hash bytea),
      unnest(string_to_array(${bodies}, ${separator}))) as n (type, id, provider_id, places, begins, ends, said_at, is_served,
        profiles, tokens, refs, content_hash, body)
    left join fhir_directory b on b.generation = ${before} and b.type = n.type and b.id = n.id
    on conflict (generation, type, id) do update set provider_id = excluded.provider_id, places = excluded.places,
      begins = excluded.begins, ends = excluded.ends, said_at = excluded.said_at, updated = excluded.updated,
      profiles = excluded.profiles, tokens = excluded.tokens, refs = excluded.refs, content_hash = excluded.content_hash,
      body = excluded.body
    where coalesce(excluded.said_at >= fhir_directory.said_at, true)
    returning type, id, xmax = 0 as is_new`.execute(tx)
  await putValues(tx, generation, last, put)
}

function isLater(one: Received, other: Received): boolean {
  return one.saidAt !== null && other.saidAt !== null && one.saidAt > other.saidAt
}

async function putValues(
  tx: Tx,
  generation: number,
  all: readonly Received[],
  put: readonly { readonly type: string; readonly id: string; readonly is_new: boolean }[],
): Promise<void> {
  const again = put.filter(({ is_new }) => !is_new)
  if (again.length > 0)
    await sql`delete from fhir_directory_value where generation = ${generation} and (type, id) in (
      select * from unnest(${again.map(({ type }) => type)}::text[], ${again.map(({ id }) => id)}::text[]))`.execute(tx)
  const stored = new Set(put.map(({ type, id }) => `${type}/${id}`))
  const values = all.flatMap(({ type, id, found }) =>
    stored.has(`${type}/${id}`) ? found.map(([parameter, value]) => ({ generation, type, parameter, value, id })) : [],
  )
  await sql`insert into fhir_directory_value (generation, type, parameter, value, id)
    select generation, type, parameter, value, id from jsonb_populate_recordset(null::fhir_directory_value,
      ${JSON.stringify(values)}::jsonb)`.execute(tx)
}

/** Removes, from a directory being loaded, resources of these people whom no served role names. */
export async function withdrawUnnamed(tx: Tx, generation: number, ids: readonly string[]): Promise<void> {
  await sql`update fhir_directory d set body = null where d.generation = ${generation} and d.type = 'Practitioner'
    and d.id = any(${[...ids]}::text[]) and d.body is not null and not exists (
      select from fhir_directory r where r.generation = d.generation and r.provider_id = d.provider_id
        and r.type = 'PractitionerRole' and r.body is not null)`.execute(tx)
}

/** Marks resources that a provider in a network refers to; each is `Type/id`. */
export async function markNamed(tx: Tx, generation: number, keys: readonly string[]): Promise<void> {
  const parts = keys.map((key) => key.split('/'))
  await sql`update fhir_directory set is_named = true where generation = ${generation} and (type, id) in (
    select * from unnest(${parts.map(([type]) => type)}::text[], ${parts.map(([, id]) => id)}::text[]))`.execute(tx)
}

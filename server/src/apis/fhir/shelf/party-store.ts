import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { separator, type toRow } from './row.ts'

/** What a brand's shelf holds under some ids: our version, and the version in the source. */
export async function lockHeldParties(
  tx: Tx,
  brand: string,
  ids: readonly string[],
): Promise<{ id: string; shelved: number; version: string | null; hash: Buffer }[]> {
  const { rows } = await sql<{ id: string; shelved: number; version: string | null; hash: Buffer }>`
    select id, version as shelved, source_version as version, content_hash as hash from fhir_party
    where brand = ${brand} and id = any(${[...ids]}::uuid[])
    order by type, id for update`.execute(tx)
  return rows
}

export async function upsertParties(tx: Tx, brand: string, all: readonly ReturnType<typeof toRow>[]): Promise<void> {
  const rows = JSON.stringify(all.map(({ body: _, ...row }) => row))
  const bodies = all.map(({ body }) => body).join(separator)
  await sql`insert into fhir_party (brand, type, id, version, updated, tokens, dates, refs, source_version, content_hash, body)
    select ${brand}, type, id, version, updated, tokens, dates, refs, source_version, content_hash, body
    from rows from (json_to_recordset(${rows}::json) as (type text, id uuid, version integer, updated timestamptz,
        tokens text[], dates jsonb, refs text[], source_version text, content_hash bytea),
      unnest(string_to_array(${bodies}, ${separator}))) as new (type, id, version, updated, tokens, dates, refs, source_version,
        content_hash, body)
    on conflict (brand, type, id) do update set version = excluded.version, updated = excluded.updated,
      tokens = excluded.tokens, dates = excluded.dates, refs = excluded.refs, source_version = excluded.source_version,
      content_hash = excluded.content_hash, body = excluded.body`.execute(tx)
}

interface Party {
  readonly brand: string
  readonly type: string
  readonly id: string
  readonly version: number
  readonly body: string
}

/** Locks parties that are not withdrawn; `party` has type and id. */
export async function lockParties(
  tx: Tx,
  some: readonly { readonly party: string; readonly brand: string }[],
): Promise<readonly Party[]> {
  const keys = some.map(({ party, brand }) => [brand, ...party.split('/')])
  const listValues = (place: number) => keys.map((key) => key[place])
  const { rows } = await sql<Party>`
    select brand, type, id, version, body from fhir_party
    where (brand, type, id) in (select * from unnest(${listValues(0)}::text[], ${listValues(1)}::text[], ${listValues(2)}::uuid[]))
      and body is not null order by brand, type, id for update`.execute(tx)
  return rows
}

/** Gives each a new version, with bodies in the same order. */
export async function renewParties(
  tx: Tx,
  rows: readonly Party[],
  bodies: readonly string[],
  updated: Date,
): Promise<void> {
  await sql`update fhir_party p set body = new.body, version = p.version + 1, updated = ${updated}
    from unnest(${rows.map(({ brand }) => brand)}::text[], ${rows.map(({ type }) => type)}::text[],
      ${rows.map(({ id }) => id)}::uuid[], ${[...bodies]}::text[]) as new (brand, type, id, body)
    where (p.brand, p.type, p.id) = (new.brand, new.type, new.id)`.execute(tx)
}

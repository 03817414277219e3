import { asVersion } from '@portico/rules/fhir/publish'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { lockMembers, readLocked } from '../../../platform/db/row-locks.ts'
import type { OnShelf } from './history-store.ts'
import { separator } from './row.ts'
import type { OfMember } from './shelve.ts'

export interface Held {
  readonly memberId: string
  readonly type: string
  readonly id: string
  readonly shelved: number
  readonly version: string | null
  readonly hash: Buffer
  readonly isGone: boolean
}

/** The shelved versions of these resources, including those of other members who have or had them. */
export async function findHeld(tx: Tx, all: readonly OfMember[]): Promise<readonly Held[]> {
  const members = all.map(({ memberId }) => memberId)
  return readLocked(tx, members, async () => {
    const { rows } = await sql<Held>`
      select member_id as "memberId", type, id, version as shelved, source_version as version, content_hash as hash,
        body is null as "isGone"
      from fhir_resource where id = any(${all.map(({ published }) => published.id)}::uuid[])
      order by member_id, type, id`.execute(tx)
    return rows
  })
}

/**
 * Sends the bodies as one text, because an array would require escaping them. A withdrawal keeps the resource's sensitivity, because it
 * seldom repeats the label.
 */
export async function upsert(
  tx: Tx,
  rows: readonly { readonly row: object; readonly body: string; readonly basis: string }[],
): Promise<void> {
  const [listed, bodies] = [JSON.stringify(rows.map(({ row }) => row)), rows.map(({ body }) => body).join(separator)]
  const bases = rows.map(({ basis }) => basis).join(separator)
  await sql`insert into fhir_resource (member_id, type, id, version, updated, sensitive, starts, ends, tokens, dates, refs,
      source_version, content_hash, earlier_peer, body, basis)
    select member_id, type, id, version, updated, sensitive, starts, ends, tokens, dates, refs, source_version, content_hash,
      earlier_peer, nullif(body, ''), nullif(basis, '')
    from rows from (json_to_recordset(${listed}::json) as (member_id uuid, type text, id uuid, version integer,
        updated timestamptz, sensitive boolean, starts timestamptz, ends timestamptz, tokens text[], dates jsonb, refs text[],
        source_version text, content_hash bytea, earlier_peer uuid),
      unnest(string_to_array(${bodies}, ${separator})), unnest(string_to_array(${bases}, ${separator}))) as new (member_id, type, id, version, updated, sensitive, starts, ends, tokens,
        dates, refs, source_version, content_hash, earlier_peer, body, basis)
    on conflict (member_id, type, id) do update set version = excluded.version, updated = excluded.updated,
      sensitive = excluded.sensitive or (excluded.body is null and fhir_resource.sensitive), starts = excluded.starts, ends = excluded.ends, tokens = excluded.tokens,
      dates = excluded.dates, refs = excluded.refs, source_version = excluded.source_version,
      content_hash = excluded.content_hash, body = excluded.body, basis = excluded.basis`.execute(tx)
}

/** A resource's newest version, not withdrawn. */
export interface Stored extends OnShelf {
  readonly version: number
  readonly body: string
}

export async function lockStored(tx: Tx, some: readonly OnShelf[]): Promise<readonly Stored[]> {
  const splitList = (name: keyof OnShelf) => some.map((one) => one[name])
  await lockMembers(tx, splitList('memberId'))
  const { rows } = await sql<Stored>`
    select member_id as "memberId", type, id, version, body from fhir_resource
    where body is not null and (member_id, type, id) in (
      select * from unnest(${splitList('memberId')}::uuid[], ${splitList('type')}::text[], ${splitList('id')}::uuid[]))
    order by member_id, type, id`.execute(tx)
  return rows
}

export async function updateStored(tx: Tx, next: readonly Stored[], updated: Date): Promise<void> {
  await sql`update fhir_resource r set body = new.body, basis = null, version = new.version, updated = ${updated}
    from unnest(${next.map(({ memberId }) => memberId)}::uuid[], ${next.map(({ type }) => type)}::text[],
      ${next.map(({ id }) => id)}::uuid[], ${next.map(({ version }) => version)}::int[],
      ${next.map(({ body, version }) => asVersion(body, version, updated))}::text[]) as new (member_id, type, id, version, body)
    where (r.member_id, r.type, r.id) = (new.member_id, new.type, new.id)`.execute(tx)
}

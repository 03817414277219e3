import type { FhirTypeName } from '@portico/contract/fhir/types'
import { publish } from '@portico/rules/fhir/publish'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { selectLatest } from '../../../platform/versions/latest.ts'
import { findMissing, noteArrived, noteWaiting } from './missing.ts'
import { createPlace } from './place.ts'
import { nobody, type Shelved, separator, toRow } from './row.ts'

/** Someone who gives care, or a drug, as it came. */
export interface IncomingParty {
  readonly type: FhirTypeName
  readonly text: string
  readonly version: string | null
  readonly hash: Buffer
}

/** Puts those who give care and drugs on the shelf of a brand (OS-22). */
export async function shelveParties(tx: Tx, brand: string, incoming: readonly IncomingParty[]): Promise<void> {
  if (incoming.length === 0) return
  const all = incoming.map(({ type, text, version, hash }): Shelved & { readonly memberId: string } => ({
    published: publish(text, createPlace(type, brand, null)),
    ...{ version, hash, isGone: false, memberId: nobody },
  }))
  const { rows: held } = await sql<{ id: string; shelved: number; version: string | null; hash: Buffer }>`
    select id, version as shelved, source_version as version, content_hash as hash from fhir_party
    where brand = ${brand} and id = any(${all.map(({ published }) => published.id)}::uuid[])
    order by type, id for update`.execute(tx)
  const current = new Map(held.map((row) => [row.id, row]))
  const { changed } = selectLatest(all, ({ published }) => published.id, current)
  if (changed.length === 0) return
  const missing = await findMissing(tx, brand, changed)
  const updated = new Date()
  const rows = changed.map((one) => {
    const version = (current.get(one.published.id)?.shelved ?? 0) + 1
    return toRow(one, version, updated, missing.get(one) ?? new Set())
  })
  await upsert(tx, brand, rows)
  await noteWaiting(
    tx,
    brand,
    changed.flatMap((one) => {
      const party = `${one.published.type}/${one.published.id}`
      return [...(missing.get(one) ?? [])].map((target) => ({ target, memberId: nobody, party }))
    }),
  )
  await noteArrived(
    tx,
    brand,
    changed.filter(({ published }) => !current.has(published.id)),
  )
}

async function upsert(tx: Tx, brand: string, all: readonly ReturnType<typeof toRow>[]): Promise<void> {
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

import type { FhirTypeName } from '@portico/contract/fhir/types'
import { publish } from '@portico/rules/fhir/publish'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { selectLatest } from '../../../platform/versions/latest.ts'
import type { Outcome } from '../../../platform/versions/outcome.ts'
import { keepVersions, takeAway } from './history.ts'
import { findMissing, noteArrived, noteWaiting } from './missing.ts'
import { createPlace } from './place.ts'
import { findEdges, type Shelved, separator, toRow } from './row.ts'

/** A resource of a member's as it came, or as it was built from a row. */
export interface Incoming {
  readonly type: FhirTypeName
  readonly memberId: string
  /** The member's id in the plan's files. */
  readonly patientId: string
  readonly text: string
  readonly version: string | null
  readonly hash: Buffer
  /** Shown to the patient alone (MP-14). */
  readonly sensitive: boolean
  readonly isGone: boolean
}

interface OfMember extends Shelved {
  readonly memberId: string
  readonly sensitive: boolean
}

/**
 * Puts resources of members on the shelf, in the transaction that stores what pages show of them (OS-20, OS-27). The same content again
 * changes nothing; of several versions the newest is served, and those before it are its history. Returns the outcome of each, in order.
 */
export async function shelve(tx: Tx, brand: string, incoming: readonly Incoming[]): Promise<Outcome[]> {
  if (incoming.length === 0) return []
  const all = incoming.map(({ type, memberId, patientId, text, isGone, ...one }): OfMember => {
    const published = publish(text, createPlace(type, brand, { brand, memberId, patientId }))
    return { published, memberId, ...one, isGone: isGone || published.status === 'entered-in-error' }
  })
  const held = await findHeld(tx, all)
  // What was withdrawn from one shelf alone, because it is someone else's, has no digest.
  const current = new Map(held.flatMap((row) => (row.hash.length === 0 ? [] : [[row.id, row] as const])))
  const { changed, outcomes } = selectLatest(all, ({ published }) => published.id, current)
  await put(tx, brand, changed, held)
  return outcomes
}

interface Held {
  readonly memberId: string
  readonly type: string
  readonly id: string
  readonly shelved: number
  readonly version: string | null
  readonly hash: Buffer
  readonly isGone: boolean
}

/** What is on the shelf of these, whosever they are or were. */
async function findHeld(tx: Tx, all: readonly OfMember[]): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select member_id as "memberId", type, id, version as shelved, source_version as version, content_hash as hash,
      body is null as "isGone"
    from fhir_resource where id = any(${all.map(({ published }) => published.id)}::uuid[])
    order by member_id, type, id for update`.execute(tx)
  return rows
}

async function put(tx: Tx, brand: string, changed: readonly OfMember[], held: readonly Held[]): Promise<void> {
  if (changed.length === 0) return
  const updated = new Date()
  const versions = new Map(held.map((row) => [`${row.memberId} ${row.id}`, row.shelved]))
  const missing = await findMissing(tx, brand, changed)
  const rows = changed.map((one) => {
    const before = versions.get(`${one.memberId} ${one.published.id}`) ?? 0
    const { body, ...row } = toRow(one, before + 1, updated, missing.get(one) ?? new Set())
    return { row: { member_id: one.memberId, sensitive: one.sensitive, ...findEdges(one.published), ...row }, body }
  })
  await keepVersions(
    tx,
    rows.map(({ row }) => row),
  )
  await upsert(tx, rows)
  await takeFromOthers(tx, changed, held, updated)
  await noteWaiting(
    tx,
    brand,
    changed.flatMap((one) => [...(missing.get(one) ?? [])].map((target) => ({ target, memberId: one.memberId }))),
  )
  const known = new Set(held.flatMap(({ isGone, id }) => (isGone ? [] : id)))
  const added = changed.filter(({ published, isGone }) => !isGone && !known.has(published.id))
  await noteArrived(tx, brand, added)
}

/** The bodies are one text, because those of an array would have to be escaped. */
async function upsert(tx: Tx, rows: readonly { readonly row: object; readonly body: string }[]): Promise<void> {
  const [listed, bodies] = [JSON.stringify(rows.map(({ row }) => row)), rows.map(({ body }) => body).join(separator)]
  await sql`insert into fhir_resource (member_id, type, id, version, updated, sensitive, starts, ends, tokens, dates, refs,
      source_version, content_hash, body)
    select member_id, type, id, version, updated, sensitive, starts, ends, tokens, dates, refs, source_version, content_hash,
      nullif(body, '')
    from rows from (json_to_recordset(${listed}::json) as (member_id uuid, type text, id uuid, version integer,
        updated timestamptz, sensitive boolean, starts timestamptz, ends timestamptz, tokens text[], dates jsonb, refs text[],
        source_version text, content_hash bytea),
      unnest(string_to_array(${bodies}, ${separator}))) as new (member_id, type, id, version, updated, sensitive, starts, ends, tokens,
        dates, refs, source_version, content_hash, body)
    on conflict (member_id, type, id) do update set version = excluded.version, updated = excluded.updated,
      -- A withdrawal seldom repeats the label of what it withdraws.
      sensitive = excluded.sensitive or (excluded.body is null and fhir_resource.sensitive), starts = excluded.starts, ends = excluded.ends, tokens = excluded.tokens,
      dates = excluded.dates, refs = excluded.refs, source_version = excluded.source_version,
      content_hash = excluded.content_hash, body = excluded.body`.execute(tx)
}

/** Takes from other members what turned out to be someone else's. */
async function takeFromOthers(
  tx: Tx,
  changed: readonly OfMember[],
  held: readonly Held[],
  updated: Date,
): Promise<void> {
  const owners = new Map(changed.map(({ published, memberId }) => [published.id, memberId]))
  const left = held.filter(({ isGone, id, memberId }) => !isGone && owners.get(id) !== memberId && owners.has(id))
  await takeAway(tx, left, updated)
}

import { sql } from 'kysely'
import type { Reader, Tx } from '../../../platform/db/database.ts'
import type { recordTypes } from '../fhir/read-record.ts'
import { edition, nobody } from './due-store.ts'

/** Brands with data that was stored before a list or a rule changed. */
export async function listDueBrands(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ brand: string }>`select brand from sensitivity_review
    where edition <> ${edition} or after is not null order by brand`.execute(db)
  return rows.map(({ brand }) => brand)
}

/** The progress of a brand's review; `after` null: it is done. */
interface Due {
  readonly after: string | null
  /** Only records that name these are judged; null: all are. */
  readonly parties: string[] | null
}

/**
 * Locks a brand's review, so that a change of codes meanwhile waits and then starts it over. Returns a finished review if another server
 * works on it.
 */
export async function lockDue(tx: Tx, brand: string): Promise<Due> {
  const { rows } = await sql<Due>`
    select case when edition = ${edition} then after else ${nobody} end as after,
      case when edition = ${edition} then parties end as parties from sensitivity_review
    where brand = ${brand} for update skip locked`.execute(tx)
  return rows[0] ?? { after: null, parties: null }
}

export async function noteReviewed(tx: Tx, brand: string, due: Due): Promise<void> {
  await tx
    .updateTable('sensitivity_review')
    .set({ edition, ...due })
    .where('brand', '=', brand)
    .execute()
}

export async function listMembersAfter(tx: Tx, brand: string, after: string, max: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('member')
    .select('member_id')
    .where('brand', '=', brand)
    .where('member_id', '>', after)
    .orderBy('member_id')
    .limit(max)
    .execute()
  return rows.map(({ member_id: id }) => id)
}

/** A claim or record with its newest resource, as received. */
export interface StoredRecord {
  readonly member_id: string
  readonly id: string
  readonly content_hash: Buffer
  readonly sensitive: boolean
  readonly resource: unknown
}

export async function listClaims(tx: Tx, members: readonly string[]): Promise<StoredRecord[]> {
  const { rows } = await sql<StoredRecord>`
    select c.member_id, c.claim_id::text as id, c.content_hash, c.sensitive, v.resource
    from claim c join claim_version v using (member_id, claim_id, content_hash)
    where c.member_id = any(${[...members]}::uuid[])`.execute(tx)
  return rows
}

type RecordType = (typeof recordTypes)[number]

/** A record with the codes of its drug, if its type has them. */
interface StoredWithDrug extends StoredRecord {
  readonly rxnorm: string | null
  readonly ndc: string | null
}

export async function listRecords(tx: Tx, type: RecordType, members: readonly string[]): Promise<StoredWithDrug[]> {
  const isOfDrug = type !== 'care_team' && type !== 'related_person'
  const { rows } = await sql<StoredWithDrug>`
    select r.member_id, r.resource_id as id, r.content_hash, r.sensitive, v.resource,
      ${isOfDrug ? sql`r.rxnorm, r.ndc` : sql`null as rxnorm, null as ndc`}
    from ${sql.table(type)} r join record_version v
      on v.type = ${type} and v.member_id = r.member_id and v.resource_id = r.resource_id and v.content_hash = r.content_hash
    where r.member_id = any(${[...members]}::uuid[])`.execute(tx)
  return rows
}

/** Stores whether claims or records are sensitive, unless a newer version has come meanwhile. */
export async function keepJudged(
  tx: Tx,
  table: 'claim' | RecordType,
  changed: readonly Omit<StoredRecord, 'resource'>[],
): Promise<void> {
  if (changed.length === 0) return
  const [id, type] = table === 'claim' ? ['claim_id', 'uuid'] : ['resource_id', 'text']
  await sql`update ${sql.table(table)} as stored set sensitive = new.sensitive
    from unnest(${changed.map((row) => row.member_id)}::uuid[], ${changed.map((row) => row.id)}::text[],
        ${changed.map((row) => row.content_hash)}::bytea[], ${changed.map(({ sensitive }) => sensitive)}::boolean[])
      as new (member_id, id, hash, sensitive)
    where stored.member_id = new.member_id and stored.${sql.ref(id)} = new.id::${sql.raw(type)}
      and stored.content_hash = new.hash`.execute(tx)
}

interface OnShelf {
  readonly member_id: string
  readonly type: string
  readonly id: string
  readonly body: string
}

export async function listShelved(tx: Tx, members: readonly string[], types: readonly string[]): Promise<OnShelf[]> {
  const { rows } = await sql<OnShelf>`
    select member_id, type, id, body from fhir_resource where member_id = any(${[...members]}::uuid[])
      and type = any(${[...types]}::text[]) and body is not null`.execute(tx)
  return rows
}

interface Version extends OnShelf {
  readonly version: number
}

/** Lists the earlier versions that are served to apps. */
export async function listShownVersions(tx: Tx, members: readonly string[]): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select member_id, type, id, version, body from fhir_resource_version where member_id = any(${[...members]}::uuid[])
      and not sensitive and body is not null`.execute(tx)
  return rows
}

export async function hideVersions(tx: Tx, versions: readonly Omit<Version, 'body'>[]): Promise<void> {
  if (versions.length === 0) return
  await sql`update fhir_resource_version set sensitive = true where (member_id, type, id, version) in (
    select * from unnest(${versions.map((row) => row.member_id)}::uuid[], ${versions.map(({ type }) => type)}::text[],
      ${versions.map(({ id }) => id)}::uuid[], ${versions.map(({ version }) => version)}::int[]))`.execute(tx)
}

import { fhirTypes } from '@portico/contract/fhir/types'
import { type RawBuilder, sql } from 'kysely'
import { recordReads } from '../../../platform/audit/reads.ts'
import { auditRow, type Origin } from '../../../platform/audit/store.ts'
import { createStatement, type Database, executeKept, type Reader } from '../../../platform/db/database.ts'
import type { AppAccess } from '../access.ts'
import { everyParty } from '../shelf/row.ts'
import type { Choice } from './consent.ts'
import type { Place } from './page-link.ts'
import type { Condition, Order } from './search-statement.ts'

/** A resource as it is served. */
export interface Row {
  readonly type: string
  readonly id: string
  readonly version: number
  readonly updated: Date
  readonly body: string
  readonly refs: readonly string[]
  /** The sort key, as text. */
  readonly at: string
}

/** The caller's token, and where the call comes from. */
export interface Asking {
  readonly access: AppAccess
  readonly origin: Origin
  readonly now: Date
}

/** Resources that the API reads: the member's own, or those of care providers for the brand's members. */
export function membersOwn({ memberId, includesSensitive }: AppAccess): Condition {
  return includesSensitive
    ? sql`member_id = ${memberId} and body is not null`
    : sql`member_id = ${memberId} and body is not null and not sensitive`
}

/** Of care providers that exist for the brand and for every brand, the brand's own. */
export function listParties({ brand }: Pick<AppAccess, 'brand'>): Condition {
  return sql`body is not null and (brand = ${brand} or (brand = ${everyParty} and not exists (
    select from fhir_party own where own.brand = ${brand} and own.type = found.type and own.id = found.id)))`
}

export interface Wanted {
  readonly table: 'fhir_resource' | 'fhir_party'
  readonly whose: Condition
  readonly conditions: readonly Condition[]
  readonly order: Order | 'type'
  readonly after: Place | null
  readonly limit: number
  readonly isTotaled: boolean
}

/** Writes the audit event of a read (OS-44), batched with concurrent ones. Every answer waits for it. */
export function recordAppRead(
  database: Database,
  read: { readonly about: string; readonly count: number },
  { access, origin, now }: Asking,
): Promise<void> {
  const { accountId, memberId, grantId } = access
  const event = { action: `app.read ${read.about} ${read.count}`, memberId, recordType: 'grant', recordId: grantId }
  return recordReads(database, [{ ...auditRow(null, event, { origin, now }), actor_account_id: accountId }])
}

const orders = {
  updated: { key: sql`updated`, read: (at: string) => sql`${at}::timestamptz` },
  // Resources without a date sort before all that have one.
  starts: { key: sql`coalesce(starts, '-infinity')`, read: (at: string) => sql`${at}::timestamptz` },
  type: { key: sql`type`, read: (at: string) => sql`${at}` },
} as const

/** What a page shows of a resource if nothing is included with it. */
export type Listed = Pick<Row, 'type' | 'id' | 'body' | 'at'>

interface Page<Found> {
  readonly rows: readonly Found[]
  readonly total: number | null
}

/** A page of resources. */
export function readPage(db: Reader, wanted: Wanted): Promise<Page<Row>> {
  return runPage<Row>(db, sql`type, id, version, updated, body, refs`, wanted)
}

/** The same without each resource's references, which take longer to read than to send. */
export function readListed(db: Reader, wanted: Wanted): Promise<Page<Listed>> {
  return runPage<Listed>(db, sql`type, id, body`, wanted)
}

async function runPage<Found extends Listed>(
  db: Reader,
  columns: RawBuilder<unknown>,
  wanted: Wanted,
): Promise<Page<Found>> {
  const { table, whose, conditions, order, after, limit } = wanted
  const { key, read } = order === 'type' ? orders.type : orders[order.by]
  const isDown = order !== 'type' && order.descending
  const [direction, beyond] = [sql.raw(isDown ? 'desc' : 'asc'), sql.raw(isDown ? '<' : '>')]
  const matching = sql`from ${sql.table(table)} found where ${sql.join([whose, ...conditions], sql` and `)}`
  const further = after === null ? sql`` : sql`and (${key}, id) ${beyond} (${read(after.at)}, ${after.id}::uuid)`
  const ordered = sql`${matching} ${further} order by ${key} ${direction}, id ${direction} limit ${limit}`
  const query = wanted.isTotaled
    ? sql<Found & { total: number | null }>`
      with page as materialized (
        select ${columns}, (${key})::text as at, row_number() over (order by ${key} ${direction}, id ${direction}) as place ${ordered})
      select page.*, (select count(*)::int ${matching}) as total from (values (1)) always left join page on true order by place`
    : sql<Found & { total: number | null }>`select ${columns}, (${key})::text as at, null::int as total ${ordered}`
  // Searches with more conditions vary too much to keep all their plans.
  const rows =
    conditions.length > 3 ? (await query.execute(db)).rows : await executeKept(db, { compile: () => query.compile(db) })
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? null }
}

/** Targets of references, as far as the app may read their types. */
export async function readTargets(
  db: Reader,
  { memberId, brand, includesSensitive }: AppAccess,
  targets: readonly string[],
): Promise<readonly Row[]> {
  if (targets.length === 0) return []
  const ids = targets.map((target) => target.slice(target.indexOf('/') + 1))
  const { rows } = await sql<Row>`
    select type, id, version, updated, body, refs, '' as at from fhir_resource found
      where member_id = ${memberId} and id = any(${ids}::uuid[]) and body is not null and (${includesSensitive} or not sensitive)
    union all
    select type, id, version, updated, body, refs, '' from fhir_party found
      where id = any(${ids}::uuid[]) and type = any(${[...partyTypes]}::text[]) and ${listParties({ brand })}`.execute(
    db,
  )
  const wanted = new Set(targets)
  return rows.filter(({ type, id }) => wanted.has(`${type}/${id}`))
}

/** Maximum number of Provenance resources that come with a page. */
const maxAbout = 1000

/** Received Provenance for some resources, as far as the app may read what it is about. */
export async function readAbout(
  db: Reader,
  access: AppAccess,
  some: readonly Pick<Row, 'type' | 'id'>[],
  condition: Condition,
): Promise<readonly Row[]> {
  if (some.length === 0) return []
  const { rows } = await sql<Row>`
    select type, id, version, updated, body, refs, '' as at from fhir_resource found
    where ${membersOwn(access)} and type = 'Provenance' and refs && ${some.map(({ type, id }) => `target=${type}/${id}`)}::text[]
      and ${condition}
    order by id limit ${maxAbout}`.execute(db)
  return rows
}

const partyTypes = Object.entries(fhirTypes).flatMap(([name, { audience }]) => (audience === 'party' ? name : []))

/** A version of a resource, possibly the current one; body null: withdrawn. */
export interface Version {
  readonly version: number
  readonly updated: Date
  readonly body: string | null
}

/**
 * Versions of a resource that the app may see, newest first. Search values of earlier versions are not kept, so a narrowed scope reads only
 * the newest.
 */
export async function readVersions(
  db: Reader,
  {
    type,
    id,
    condition,
    isNarrowed,
  }: { readonly type: string; readonly id: string; readonly condition: Condition; readonly isNarrowed: boolean },
  { memberId, includesSensitive }: AppAccess,
  limit: number,
): Promise<readonly Version[]> {
  const { rows } = await sql<Version>`
    with own as (select member_id, type, id, version, updated, body from fhir_resource found
      where member_id = ${memberId} and type = ${type} and id = ${id}::uuid and (${includesSensitive} or not sensitive)
        and ${condition})
    select version, updated, body from own
    union all select v.version, v.updated, v.body from own join fhir_resource_version v using (member_id, type, id)
      where not ${isNarrowed} and (${includesSensitive} or not v.sensitive)
    order by version desc limit ${limit}`.execute(db)
  return rows
}

/** The most frequent read of apps; its text is built once. */
const one = createStatement<Version, { memberId: string; type: string; id: string; includesSensitive: boolean }>(
  'fhir-read',
  `select version, updated, body from fhir_resource
  where member_id = :memberId and type = :type and id = :id::uuid and (:includesSensitive::boolean or not sensitive)`,
)

/**
 * A resource of the member's in its current form, or its withdrawal; undefined: there is none. A null condition allows any resource of the
 * type.
 */
export async function readOne(
  database: Database,
  { type, id, condition }: { readonly type: string; readonly id: string; readonly condition: Condition | null },
  { memberId, includesSensitive }: AppAccess,
): Promise<Version | undefined> {
  if (condition === null) return (await database.run(one, one.bindValues({ memberId, type, id, includesSensitive })))[0]
  const query = sql<Version>`
    select version, updated, body from fhir_resource found
    where member_id = ${memberId} and type = ${type} and id = ${id}::uuid and (${includesSensitive} or not sensitive)
      and ${condition}`
  const db = database.read
  const [row] = await executeKept(db, { compile: () => query.compile(db) })
  return row
}

/** The same for a care provider. */
export async function readParty(
  { read: db }: Database,
  { type, id, condition }: { readonly type: string; readonly id: string; readonly condition: Condition | null },
  access: AppAccess,
): Promise<Version | undefined> {
  const { rows } = await sql<Version>`
    select version, updated, body from fhir_party found
    where type = ${type} and id = ${id}::uuid and ${listParties(access)} and ${condition ?? sql`true`} limit 1`.execute(
    db,
  )
  return rows[0]
}

/** An event in the member's audit log. */
export interface LoggedEvent {
  readonly id: string
  readonly at: Date
  readonly action: string
  readonly byApp: boolean
}

/** Reads of the member's data, newest first (OS-6). */
export async function readEvents(
  db: Reader,
  {
    conditions,
    after,
    limit,
  }: { readonly conditions: readonly Condition[]; readonly after: Place | null; readonly limit: number },
  { memberId }: AppAccess,
): Promise<readonly LoggedEvent[]> {
  const further = after === null ? sql`true` : sql`(at, event_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<LoggedEvent>`
    select event_id as id, at, action, record_type = 'grant' as "byApp" from audit_event
    where member_id = ${memberId} and outcome = 'done' and action ~ '[.]read( |$)'
      and ${sql.join([...conditions, further], sql` and `)}
    order by at desc, event_id desc limit ${limit}`.execute(db)
  return rows
}

/** The member's latest choice about sharing; undefined: none yet. */
export async function readChoice(db: Reader, { memberId }: AppAccess): Promise<Choice | undefined> {
  const { rows } = await sql<Choice>`
    select choice_id as id, with_providers as "withProviders", ask_earlier_plan as "asksEarlierPlan", earlier_plan as "earlierPlan",
      chosen_at as "chosenAt"
    from sharing_choice where member_id = ${memberId} order by chosen_at desc, choice_id desc limit 1`.execute(db)
  return rows[0]
}

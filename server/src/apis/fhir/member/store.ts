import { fhirTypes } from '@portico/contract/fhir/types'
import { type RawBuilder, sql } from 'kysely'
import type { Origin } from '../../../platform/audit/store.ts'
import { executeKept, type Reader } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
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
  /** What the list is ordered by, as text. */
  readonly at: string
}

/** Who asks, and from where. */
export interface Asking {
  readonly access: AppAccess
  readonly origin: Origin
  readonly now: Date
}

/** What is read: resources of the member, or of those who give care to members of the brand. */
export function membersOwn({ memberId, includesSensitive }: AppAccess): Condition {
  return includesSensitive
    ? sql`member_id = ${memberId} and body is not null`
    : sql`member_id = ${memberId} and body is not null and not sensitive`
}

/** Of those who are there for the brand and for every brand, the brand's own. */
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
  /** What the audit log says that was read. */
  readonly about: string
}

const orders = {
  updated: { key: sql`updated`, read: (at: string) => sql`${at}::timestamptz` },
  // What has no date comes before all that has one.
  starts: { key: sql`coalesce(starts, '-infinity')`, read: (at: string) => sql`${at}::timestamptz` },
  type: { key: sql`type`, read: (at: string) => sql`${at}` },
} as const

/** What a page shows of a resource where nothing comes along with it. */
export type Listed = Pick<Row, 'type' | 'id' | 'body' | 'at'>

interface Page<Found> {
  readonly rows: readonly Found[]
  readonly total: number | null
}

/** A page of resources, with the event of the read in the same statement (OS-44). */
export function readPage(db: Reader, wanted: Wanted, asking: Asking): Promise<Page<Row>> {
  return runPage<Row>(db, sql`type, id, version, updated, body, refs`, wanted, asking)
}

/** The same without what each refers to, which takes longer to read than it does to send. */
export function readListed(db: Reader, wanted: Wanted, asking: Asking): Promise<Page<Listed>> {
  return runPage<Listed>(db, sql`type, id, body`, wanted, asking)
}

async function runPage<Found extends Listed>(
  db: Reader,
  columns: RawBuilder<unknown>,
  wanted: Wanted,
  asking: Asking,
): Promise<Page<Found>> {
  const { table, whose, conditions, order, after, limit } = wanted
  const { key, read } = order === 'type' ? orders.type : orders[order.by]
  const isDown = order !== 'type' && order.descending
  const [direction, beyond] = [sql.raw(isDown ? 'desc' : 'asc'), sql.raw(isDown ? '<' : '>')]
  const matching = sql`from ${sql.table(table)} found where ${sql.join([whose, ...conditions], sql` and `)}`
  const further = after === null ? sql`` : sql`and (${key}, id) ${beyond} (${read(after.at)}, ${after.id}::uuid)`
  const total = wanted.isTotaled ? sql`(select count(*)::int ${matching})` : sql`null::int`
  const query = sql<Found & { total: number | null }>`
    with page as materialized (
      select ${columns}, (${key})::text as at,
        row_number() over (order by ${key} ${direction}, id ${direction}) as place
      ${matching} ${further} order by ${key} ${direction}, id ${direction} limit ${limit}),
    audited as (${readAudited(wanted.about, limit - 1, asking)})
    select page.*, ${total} as total from (values (1)) always left join page on true order by place`
  // Of searches by more, there are too many to keep the plans of all.
  const rows =
    conditions.length > 3 ? (await query.execute(db)).rows : await executeKept(db, { compile: () => query.compile(db) })
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? null }
}

/** The part of a statement that writes the event of a read; it may reach the disk some tenths of a second late. */
function readAudited(about: string, max: number, { access, origin, now }: Asking): RawBuilder<unknown> {
  return sql`insert into audit_event (event_id, at, actor_account_id, member_id, action, record_type, record_id, outcome, address,
      request_id)
    select ${newId()}::uuid, ${now}::timestamptz, ${access.accountId}::uuid, ${access.memberId}::uuid,
      concat('app.read ', ${about}::text, ' ', (select least(count(*), ${Math.max(max, 1)}) from page)), 'grant', ${access.grantId}::text,
      'done', ${origin.address}::text, ${origin.requestId}::text
    from (select set_config('synchronous_commit', 'off', true)) relaxed`
}

/** The resources that references lead to, as far as the app may read their types. */
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

/** How many come along with a page. */
const maxAbout = 1000

/** The Provenance that came for some resources, as far as the app may read what it is about. */
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

/** One version of a resource, or the one served now; body null: withdrawn. */
export interface Version {
  readonly version: number
  readonly updated: Date
  readonly body: string | null
}

/**
 * The versions of a resource that the app may see, newest first, with the event of the read. What searches found those before by is not
 * kept, so a narrowed scope reads the newest alone.
 */
export async function readVersions(
  db: Reader,
  {
    type,
    id,
    condition,
    isNarrowed,
  }: { readonly type: string; readonly id: string; readonly condition: Condition; readonly isNarrowed: boolean },
  asking: Asking,
  limit: number,
): Promise<readonly Version[]> {
  const { memberId, includesSensitive } = asking.access
  const { rows } = await sql<Version>`
    with own as (select member_id, type, id, version, updated, body from fhir_resource found
      where member_id = ${memberId} and type = ${type} and id = ${id}::uuid and (${includesSensitive} or not sensitive)
        and ${condition}),
    page as materialized (
      select version, updated, body from own
      union all select v.version, v.updated, v.body from own join fhir_resource_version v using (member_id, type, id)
        where not ${isNarrowed} and (${includesSensitive} or not v.sensitive)
      order by version desc limit ${limit}),
    audited as (${readAudited(type, limit + 1, asking)})
    select * from page order by version desc`.execute(db)
  return rows
}

/** One resource of the member's as it is served now, or its withdrawal, with the event of the read; undefined: there is none. */
export async function readOne(
  db: Reader,
  { type, id, condition }: { readonly type: string; readonly id: string; readonly condition: Condition },
  asking: Asking,
): Promise<Version | undefined> {
  const { memberId, includesSensitive } = asking.access
  const query = sql<Version>`
    with page as materialized (select version, updated, body from fhir_resource found
      where member_id = ${memberId} and type = ${type} and id = ${id}::uuid and (${includesSensitive} or not sensitive)
        and ${condition}),
    audited as (${readAudited(type, 1, asking)})
    select version, updated, body from page`
  const [row] = await executeKept(db, { compile: () => query.compile(db) })
  return row
}

/** The same of someone who gives care. */
export async function readParty(
  db: Reader,
  { type, id, condition }: { readonly type: string; readonly id: string; readonly condition: Condition },
  asking: Asking,
): Promise<Version | undefined> {
  const { rows } = await sql<Version>`
    with page as materialized (select version, updated, body from fhir_party found
      where type = ${type} and id = ${id}::uuid and ${listParties(asking.access)} and ${condition} limit 1),
    audited as (${readAudited(type, 1, asking)})
    select * from page`.execute(db)
  return rows[0]
}

/** An event of the member's audit log. */
export interface LoggedEvent {
  readonly id: string
  readonly at: Date
  readonly action: string
  readonly byApp: boolean
}

/** What was read of the member, newest first (OS-6), with the event of this read. */
export async function readEvents(
  db: Reader,
  {
    conditions,
    after,
    limit,
  }: { readonly conditions: readonly Condition[]; readonly after: Place | null; readonly limit: number },
  asking: Asking,
): Promise<readonly LoggedEvent[]> {
  const further = after === null ? sql`true` : sql`(at, event_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<LoggedEvent>`
    with page as materialized (select event_id as id, at, action, record_type = 'grant' as "byApp" from audit_event
      where member_id = ${asking.access.memberId} and outcome = 'done' and action ~ '[.]read( |$)'
        and ${sql.join([...conditions, further], sql` and `)}
      order by at desc, event_id desc limit ${limit}),
    audited as (${readAudited('AuditEvent', limit - 1, asking)})
    select * from page order by at desc, id desc`.execute(db)
  return rows
}

/** What the member chose last about sharing, with the event of the read; undefined: nothing yet. */
export async function readChoice(db: Reader, asking: Asking): Promise<Choice | undefined> {
  const { rows } = await sql<Choice>`
    with page as materialized (select choice_id as id, with_providers as "withProviders", ask_earlier_plan as "asksEarlierPlan",
        earlier_plan as "earlierPlan", chosen_at as "chosenAt"
      from sharing_choice where member_id = ${asking.access.memberId} order by chosen_at desc, choice_id desc limit 1),
    audited as (${readAudited('Consent', 1, asking)})
    select * from page`.execute(db)
  return rows[0]
}

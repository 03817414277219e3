import type { Counted } from '@portico/rules/claims/accumulators'
import type { ClaimCategory } from '@portico/rules/claims/category'
import type { ClaimState } from '@portico/rules/claims/state'
import { isDecided } from '@portico/rules/claims/state'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { ClaimScope } from './people.ts'

export type Claim = Selectable<Tables['claim']>

export interface ClaimFilter {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly memberId?: string | undefined
  readonly kind?: ClaimCategory | undefined
  readonly state?: ClaimState | undefined
  readonly provider?: string | undefined
  readonly owe?: 'true' | undefined
  /** Words that are looked for. */
  readonly q?: string | undefined
}

export interface ClaimOrder {
  readonly sort: 'serviceDate' | 'provider' | 'billed' | 'youOwe'
  readonly order: 'asc' | 'desc'
}

const shownColumns = [
  'member_id',
  'claim_id',
  'claim_number',
  'service_from',
  'provider_name',
  'category',
  'state',
  'billed_cents',
  'allowed_cents',
  'plan_paid_cents',
  'share_cents',
] as const

export type ShownClaim = Pick<Claim, (typeof shownColumns)[number]>

interface ShownQuery {
  readonly filter: ClaimFilter
  readonly order: ClaimOrder
}

/** Claims that a scope and a filter leave, in the asked order. */
function shown(db: Reader, scope: ClaimScope, { filter, order: { sort, order } }: ShownQuery) {
  return db
    .selectFrom('claim')
    .select(shownColumns)
    .where((eb) => isShown(eb, scope, filter))
    .orderBy(sortColumns[sort], (by) => (order === 'asc' ? by.asc() : by.desc()).nullsLast())
    .$if(sort !== 'serviceDate', (q) => q.orderBy('service_from', 'desc'))
    .orderBy('claim_id')
}

const sortColumns = {
  serviceDate: 'service_from',
  provider: 'provider_name',
  billed: 'billed_cents',
  youOwe: 'share_cents',
} as const

/** Some of them; `limit` and `offset` count claims. */
export async function listShown(
  db: Reader,
  scope: ClaimScope,
  { limit, offset, ...query }: ShownQuery & { readonly limit: number; readonly offset: number },
): Promise<ShownClaim[]> {
  return shown(db, scope, query).limit(limit).offset(offset).execute()
}

/** What a page of claims tells; all of it is of one moment. */
export interface ShownPage {
  readonly claims: readonly ShownClaim[]
  readonly sums: {
    readonly total: number
    readonly billed: number
    readonly planPaid: number
    readonly share: number
    readonly unknown: number
  }
  /** Of all claims of the scope: their providers, and when the plan last sent one, ISO 8601. */
  readonly about: { readonly providers: readonly string[]; readonly as_of: string | null }
}

/** A page with the sums of all that was found, by one statement: they agree, and it takes one way to the database. */
export async function readShown(
  db: Reader,
  scope: ClaimScope,
  { limit, offset, ...query }: ShownQuery & { readonly limit: number; readonly offset: number },
): Promise<ShownPage> {
  const page = shown(db, scope, query).limit(limit).offset(offset)
  const sums = db
    .selectFrom('claim')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      sumOf('billed_cents').as('billed'),
      sumOf('plan_paid_cents').as('planPaid'),
      // What the plan has not decided yet is not owed yet.
      sql<number>`coalesce(sum(share_cents) filter (where state <> 'in-progress'), 0)::bigint`.as('share'),
      sql<number>`count(*) filter (where share_cents is null or billed_cents is null or plan_paid_cents is null)`.as(
        'unknown',
      ),
    ])
    .where((eb) => isShown(eb, scope, query.filter))
  const about = db
    .selectFrom('claim')
    .select([
      sql`coalesce(array_agg(distinct provider_name order by provider_name)
        filter (where provider_name is not null), '{}')`.as('providers'),
      sql`max(imported_at)`.as('as_of'),
    ])
    .where((eb) => isShown(eb, scope, {}))
  const { rows } = await sql<ShownPage>`select
    (select coalesce(jsonb_agg(to_jsonb(page)), '[]') from (${page}) page) as claims,
    (select to_jsonb(sums) from (${sums}) sums) as sums,
    (select to_jsonb(about) from (${about}) about) as about`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('A statement without conditions answers.')
  return found
}

function sumOf(column: string) {
  return sql<number>`coalesce(sum(${sql.ref(column)}), 0)::bigint`
}

/** Claims of a part of `listParts`. */
const partSize = 1000

/** All claims as they are at one moment, in parts that `claimsIn` reads: as texts they take little room. */
export async function listParts(db: Reader, scope: ClaimScope, query: ShownQuery): Promise<string[]> {
  const place = sql`(row_number() over () - 1) / ${sql.lit(partSize)}`.as('part')
  const values = sql`jsonb_build_array(${sql.join(shownColumns.map((name) => sql.ref(name)))})`.as('claim')
  const found = db.selectFrom(shown(db, scope, query).as('ordered')).select([place, values])
  const { rows } = await sql<{ claims: string }>`
    select jsonb_agg(claim)::text as claims from (${found}) found group by part order by part`.execute(db)
  return rows.map(({ claims }) => claims)
}

export function claimsIn(part: string): ShownClaim[] {
  const rows = JSON.parse(part) as unknown[][]
  return rows.map((row) => Object.fromEntries(shownColumns.map((name, at) => [name, row[at]])) as unknown as ShownClaim)
}

export const hidden: readonly ClaimState[] = ['replaced', 'cancelled']

function isShown(eb: ExpressionBuilder<Tables, 'claim'>, scope: ClaimScope, filter: ClaimFilter) {
  const ids = scope.people.map(({ memberId }) => memberId)
  const asked = filter.memberId === undefined ? ids : ids.filter((id) => id === filter.memberId)
  const { from, to, kind, state, provider, owe, q } = filter
  return eb.and([
    eb('member_id', '=', sql<string>`any(${asked}::uuid[])`),
    eb('state', 'not in', hidden),
    maySee(eb, scope),
    ...(from === undefined ? [] : [eb('service_from', '>=', from)]),
    ...(to === undefined ? [] : [eb('service_from', '<=', to)]),
    ...(kind === undefined ? [] : [eb('category', '=', kind)]),
    ...(state === undefined ? [] : [eb('state', '=', state)]),
    ...(provider === undefined ? [] : [eb('provider_name', '=', provider)]),
    ...(owe === undefined ? [] : [eb('share_cents', '>', 0), eb('state', '!=', 'in-progress')]),
    ...wordsOf(q).map((word) => eb('search_text', 'like', `%${word.replace(/[\\%_]/g, '\\$&')}%`)),
  ])
}

export function maySee(eb: ExpressionBuilder<Tables, 'claim'>, scope: ClaimScope) {
  const plain = eb('sensitive', '=', false)
  return scope.sensitiveOf === null ? plain : eb.or([plain, eb('member_id', '=', scope.sensitiveOf)])
}

function wordsOf(q: string | undefined): string[] {
  return (q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10)
}

/** A claim that the scope lets see, also one that another has taken the place of; undefined: there is none. */
export async function findClaim(db: Reader, scope: ClaimScope, claimId: string): Promise<Claim | undefined> {
  const ids = scope.people.map(({ memberId }) => memberId)
  return db
    .selectFrom('claim')
    .selectAll()
    .where('claim_id', '=', claimId)
    .where('member_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', '!=', 'cancelled')
    .where((eb) => maySee(eb, scope))
    .executeTakeFirst()
}

/** The claim that a message names, by whomever it was written; undefined: it was withdrawn. */
export async function findMentioned(
  db: Reader,
  { claim_member_id, claim_id }: { readonly claim_member_id: string; readonly claim_id: string },
): Promise<Claim | undefined> {
  return db
    .selectFrom('claim')
    .selectAll()
    .where((eb) => eb.and({ member_id: claim_member_id, claim_id }))
    .where('state', '!=', 'cancelled')
    .executeTakeFirst()
}

/** Denied claims of a scope, wholly or in part, the latest service first. */
export async function listDenied(db: Reader, scope: ClaimScope, most: number): Promise<Claim[]> {
  const ids = scope.people.map(({ memberId }) => memberId)
  return db
    .selectFrom('claim')
    .selectAll()
    .where('member_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', 'in', ['denied', 'partly-denied'])
    .where((eb) => maySee(eb, scope))
    .orderBy('service_from', 'desc')
    .orderBy('claim_id')
    .limit(most)
    .execute()
}

export type ClaimLine = Selectable<Tables['claim_line']>

export async function listLines(db: Reader, key: Pick<Claim, 'member_id' | 'claim_id'>): Promise<ClaimLine[]> {
  return db
    .selectFrom('claim_line')
    .selectAll()
    .where((eb) => eb.and({ member_id: key.member_id, claim_id: key.claim_id }))
    .orderBy('line')
    .execute()
}

/** What earlier versions of a claim, and claims that it replaces, said once the plan had decided; oldest first. */
export async function listEarlier(db: Reader, claim: Claim) {
  const rows = await db
    .selectFrom('claim_version')
    .select(['claim_id', 'content_hash', 'state', 'share_cents', 'plan_paid_cents', 'imported_at'])
    .where('member_id', '=', claim.member_id)
    .where('claim_id', 'in', [claim.claim_id, claim.replaces ?? claim.claim_id])
    .orderBy('imported_at')
    .execute()
  const isNow = (row: (typeof rows)[number]) =>
    row.claim_id === claim.claim_id && row.content_hash.equals(claim.content_hash)
  return rows.filter((row) => !isNow(row) && (isDecided(row.state) || row.state === 'replaced'))
}

/** What of a claim counts toward yearly limits. */
export const countedColumns = [
  'member_id as memberId',
  'claim_id as claimId',
  'type',
  'state',
  'service_from as serviceFrom',
  'network',
  'processed_on as decidedOn',
  'deductible_cents as deductible',
  'copay_cents as copay',
  'coinsurance_cents as coinsurance',
] as const

/** Claims of a year as far as they count toward its limits. */
export async function listCounted(db: Reader, memberId: string, year: number): Promise<Counted[]> {
  return db
    .selectFrom('claim')
    .select(countedColumns)
    .where('member_id', '=', memberId)
    .where('state', 'not in', hidden)
    .where('service_from', '>=', `${year}-01-01`)
    .where('service_from', '<=', `${year}-12-31`)
    .execute()
}

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

/** Claims that a scope and a filter leave, in the asked order; `limit` and `offset` count claims. */
export async function listShown(
  db: Reader,
  scope: ClaimScope,
  query: { readonly filter: ClaimFilter; readonly order: ClaimOrder; readonly limit: number; readonly offset: number },
): Promise<ShownClaim[]> {
  const { sort, order } = query.order
  const column = (
    { serviceDate: 'service_from', provider: 'provider_name', billed: 'billed_cents', youOwe: 'share_cents' } as const
  )[sort]
  return db
    .selectFrom('claim')
    .select(shownColumns)
    .where((eb) => isShown(eb, scope, query.filter))
    .orderBy(column, (by) => (order === 'asc' ? by.asc() : by.desc()).nullsLast())
    .$if(sort !== 'serviceDate', (q) => q.orderBy('service_from', 'desc'))
    .orderBy('claim_id')
    .limit(query.limit)
    .offset(query.offset)
    .execute()
}

export async function sumShown(db: Reader, scope: ClaimScope, filter: ClaimFilter) {
  return db
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
    .where((eb) => isShown(eb, scope, filter))
    .executeTakeFirstOrThrow()
}

function sumOf(column: string) {
  return sql<number>`coalesce(sum(${sql.ref(column)}), 0)::bigint`
}

/** Providers of all claims of a scope, and when the plan last sent one. */
export async function aboutClaims(db: Reader, scope: ClaimScope) {
  return db
    .selectFrom('claim')
    .select([
      sql<string[]>`coalesce(array_agg(distinct provider_name order by provider_name)
        filter (where provider_name is not null), '{}')`.as('providers'),
      sql<Date | null>`max(imported_at)`.as('as_of'),
    ])
    .where((eb) => isShown(eb, scope, {}))
    .executeTakeFirstOrThrow()
}

const hidden: readonly ClaimState[] = ['replaced', 'cancelled']

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

function maySee(eb: ExpressionBuilder<Tables, 'claim'>, scope: ClaimScope) {
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

/** The limits of a member's plans in a year; the smallest of a kind where several groups have one. */
export async function listLimits(db: Reader, memberId: string, year: number) {
  return db
    .selectFrom('accumulator')
    .select((eb) => ['kind', 'network', eb.fn.min('limit_cents').as('limit_cents')])
    .where('member_id', '=', memberId)
    .where('plan_year', '=', year)
    .groupBy(['kind', 'network'])
    .execute()
}

/** Claims of a year as far as they count toward its limits. */
export async function listCounted(db: Reader, memberId: string, year: number): Promise<Counted[]> {
  return db
    .selectFrom('claim')
    .select(['member_id as memberId', 'claim_id as claimId', 'state', 'service_from as serviceFrom', 'network'])
    .select('processed_on as decidedOn')
    .select(['deductible_cents as deductible', 'copay_cents as copay', 'coinsurance_cents as coinsurance'])
    .where('member_id', '=', memberId)
    .where('state', 'not in', hidden)
    .where('service_from', '>=', `${year}-01-01`)
    .where('service_from', '<=', `${year}-12-31`)
    .execute()
}

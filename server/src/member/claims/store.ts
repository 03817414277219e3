import type { AppealProgram } from '@portico/rules/claims/appeal'
import type { ClaimCategory } from '@portico/rules/claims/category'
import { type ClaimState, isDecided } from '@portico/rules/claims/state'
import { type ExpressionBuilder, type RawBuilder, type Selectable, sql } from 'kysely'
import { type Sessions, sessionProven } from '../../identity/sessions/sessions.ts'
import { easternDay } from '../../platform/day.ts'
import { createStatement, type Database, type Reader, runIn, withValues } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { inOrder } from '../../platform/versions/latest.ts'
import { selectIdsOnContract } from '../member/store.ts'
import { writePaid } from './money-statement.ts'
import type { ClaimPatient, ClaimScope } from './people.ts'
import { selectProgram } from './program-statement.ts'
import { type bindSeen, seenPeople, seenText } from './seen-statement.ts'

/** A claim with the program whose rules its appeal follows. */
export type Claim = Selectable<Tables['claim']> & { readonly program: AppealProgram }

export interface ClaimFilter {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly memberId?: string | undefined
  readonly kind?: ClaimCategory | undefined
  readonly state?: ClaimState | undefined
  readonly provider?: string | undefined
  readonly owe?: 'true' | undefined
  /** Only claims that a spending account may still pay. */
  readonly payable?: 'true' | undefined
  /** Search words. */
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

export type ShownClaim = Pick<Claim, (typeof shownColumns)[number]> & {
  /** What spending accounts of the patient's family have paid of it. */
  readonly accounts_cents: number
}

interface ShownQuery {
  readonly filter: ClaimFilter
  readonly order: ClaimOrder
}

const states: readonly ClaimState[] = ['replaced', 'cancelled']
/**
 * States of claims that others have replaced, as literals in the statement: the index is partial, and a plan with bound states could
 * not use it.
 */
export const hidden = states.map((state) => sql.lit(state))

/** The claims that lists may show, by the named values of `bindValues`. */
const isShown = `state not in (${states.map((state) => `'${state}'`).join(', ')})
  and (not sensitive or member_id = :sensitiveOf)`

/**
 * What accounts of the family have paid, by claim and person: everyone who reads a claim gets the same amount, whosever account it was,
 * and nothing else about that account (MP-10, MP-14). `person` is anyone whose claims are read, all of whom are on the same contract.
 */
const accountsText = (person: string) => writePaid(selectIdsOnContract(person))

const withAccounts = 'left join accounts on accounts.paid_claim = claim_id and accounts.paid_patient = claim.member_id'

/** A transaction and the claim itself may report the same payment. */
const accountsCents = `greatest(coalesce(accounts.cents, 0), coalesce((details->>'accountPaid')::bigint, 0), 0)`
const accountsColumn = `${accountsCents} as accounts_cents`
const shownText = `${shownColumns.join(', ')}, accounts_cents`

/** What is left to pay, by the same rule as `computeOwed`. */
const owedText = `(case when state = 'in-progress' then null
    when state in ('duplicate', 'correction', 'replaced', 'cancelled') then 0
    when category = 'pharmacy' then share_cents * 0
    else greatest(share_cents - ${accountsCents}, 0) end)`

/** The condition of each part of a filter. */
const conditions: Readonly<Record<keyof ClaimFilter, string>> = {
  from: 'service_from >= :from',
  to: 'service_from <= :to',
  memberId: 'member_id = :memberId',
  kind: 'category = :kind',
  state: 'state = :state',
  provider: 'provider_name = :provider',
  owe: `${owedText} > 0`,
  // An account can still reimburse what was paid at a pharmacy.
  payable: `share_cents > ${accountsCents} and state not in ('in-progress', 'correction', 'duplicate')`,
  q: 'search_text like all (:words)',
}
const filters = Object.keys(conditions) as (keyof ClaimFilter)[]

const sortColumns: Readonly<Record<Exclude<ClaimOrder['sort'], 'serviceDate'>, string>> = {
  provider: 'provider_name',
  billed: 'billed_cents',
  youOwe: 'owed_cents',
}

/** The condition for claims that lists may show and that match a filter. */
function conditionsText(filter: ClaimFilter): string {
  const asked = filters.filter((name) => filter[name] !== undefined)
  return [isShown, ...asked.map((name) => conditions[name])].join(' and ')
}

function isNarrowed(filter: ClaimFilter): boolean {
  return filters.some((name) => filter[name] !== undefined)
}

function orderText({ sort, order }: ClaimOrder): string {
  const ordered =
    sort === 'serviceDate' ? `service_from ${order}` : `${sortColumns[sort]} ${order} nulls last, service_from desc`
  return `order by ${ordered}, claim_id`
}

/** The statement for a scope's claims that match a filter, in the order asked for. */
function listText({ filter, order }: ShownQuery): string {
  return `with ${accountsText('(:people::uuid[])[1]')} select ${shownColumns.join(', ')}, ${accountsColumn}, ${owedText} as owed_cents from claim ${withAccounts}
    where member_id = any(:people::uuid[]) and ${conditionsText(filter)} ${orderText(order)}`
}

function bindValues({ people, sensitiveOf }: ClaimScope, filter: ClaimFilter) {
  const ids = people.map(({ memberId }) => memberId)
  return { ...filterValues(filter), people: ids, sensitiveOf }
}

function filterValues({ q, ...filter }: ClaimFilter) {
  return { ...filter, words: toPatterns(q) }
}

/** Patterns, one per word; all of them must match. */
function toPatterns(q: string | undefined): string[] {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10)
  return words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}

/** The requested part of the claims found, in numbers of claims. */
interface Part {
  readonly limit: number
  readonly offset: number
}

function makeList(name: string | undefined, query: ShownQuery) {
  return createStatement<ShownClaim, object>(name, `${listText(query)} limit :limit offset :offset`)
}

/** Whether there is no filter and the newest or oldest come first: the list that nearly everyone opens. */
function isFirst({ filter, order }: ShownQuery): boolean {
  return order.sort === 'serviceDate' && !isNarrowed(filter)
}

const showAll = (order: ClaimOrder['order']): ShownQuery => ({ filter: {}, order: { sort: 'serviceDate', order } })

/** Each connection caches the query plans of these. */
const firstOnes = {
  asc: makeList('claims-first-asc', showAll('asc')),
  desc: makeList('claims-first-desc', showAll('desc')),
}

/** A part of the claims that match. */
export async function listShown(
  db: Reader,
  scope: ClaimScope,
  { limit, offset, ...query }: ShownQuery & Part,
): Promise<readonly ShownClaim[]> {
  const listed = isFirst(query) ? firstOnes[query.order.order] : makeList(undefined, query)
  return runIn(db).run(listed, listed.bindValues({ ...bindValues(scope, query.filter), limit, offset }))
}

/** A claim with whether to say whose it is: other people's claims may be in the same view. */
export interface NewestClaim extends ShownClaim {
  readonly shared: boolean
}

/** How many claims of a scope have something left to pay, and how much in all: the sum of the list of these claims. */
export async function sumOwed(db: Reader, scope: ClaimScope): Promise<{ claims: number; cents: number }> {
  const filter = { owe: 'true' } as const
  const text = `with ${accountsText('(:people::uuid[])[1]')}
    select count(*) as claims, coalesce(sum(${owedText}), 0) as cents from claim ${withAccounts}
    where member_id = any(:people::uuid[]) and ${conditionsText(filter)}`
  const { rows } = await withValues<{ claims: number; cents: number }>(text, bindValues(scope, filter)).execute(db)
  return { claims: Number(rows[0]?.claims ?? 0), cents: Number(rows[0]?.cents ?? 0) }
}

/** The newest claims of everyone whose claims a member sees; sensitive ones only for `sensitiveOf`. */
export function selectNewest(
  values: { readonly sensitiveOf: string } & Readonly<Record<keyof ReturnType<typeof bindSeen>, string>>,
  max: number,
): RawBuilder<NewestClaim> {
  return withValues(
    `with ${seenText}, ${accountsText(':viewer')}
    select ${shownColumns.join(', ')}, ${accountsColumn}, (select count(*) > 1 from seen) as shared
    from seen join claim on member_id = person_id ${withAccounts}
    where ${isShown} ${orderText(showAll('desc').order)} limit :limit`,
    { ...values, limit: max },
  )
}

/** The data of a page of claims, all as of the same moment. */
export interface ShownPage {
  /** When the session was last active. */
  readonly last_seen_at: Date
  /** Whose claims may be seen, the member first. */
  readonly people: readonly ClaimPatient[]
  readonly claims: readonly ShownClaim[]
  readonly sums: {
    readonly total: number
    readonly billed: number
    readonly discount: number
    readonly planPaid: number
    readonly otherPaid: number
    readonly share: number
    readonly owed: number
    readonly unknown: number
    readonly odd: number
    readonly oweUnknown: number
  }
  /** About all claims that may be seen: their providers, and when the plan last sent a claim, ISO 8601. */
  readonly about: { readonly providers: readonly string[]; readonly as_of: string | null }
}

const sumsText = `count(*) as total, coalesce(sum(billed_cents), 0) as billed,
    coalesce(sum(discount_cents), 0) as discount, coalesce(sum(plan_paid_cents), 0) as "planPaid",
    coalesce(sum(other_paid_cents), 0) as "otherPaid", count(*) filter (where not adds_up) as odd,
    count(*) filter (where owed_cents is null and state <> 'in-progress') as "oweUnknown",
    coalesce(sum(share_cents) filter (where state <> 'in-progress'), 0) as share, coalesce(sum(owed_cents), 0) as owed,
    count(*) filter (where state <> 'correction'
      and (share_cents is null or billed_cents is null or plan_paid_cents is null)) as unknown`

const aboutText = `coalesce(array_agg(distinct provider_name order by provider_name)
    filter (where provider_name is not null), '{}') as providers, max(imported_at) as as_of`

/**
 * Proves the session, and reads whose claims are seen, and a page of them with the sums of all found: a single statement, so that all
 * of it agrees. For a person who may not be seen it finds no claims.
 */
function makePageStatement(name: string | undefined, { filter, order }: ShownQuery) {
  const isFiltered = isNarrowed(filter)
  const claims = (conditions: string) =>
    `select ${shownColumns.join(', ')}, ${accountsColumn}, ${owedText} as owed_cents, discount_cents, other_paid_cents, adds_up, imported_at
      from seen join claim on member_id = person_id ${withAccounts} where ${conditions}`
  return createStatement<ShownPage, object>(
    name,
    `with alive as (select last_seen_at from session where ${sessionProven}), ${seenText}, ${accountsText(':viewer')},
    found as materialized (${claims(conditionsText(filter))})
    select last_seen_at, ${seenPeople},
      (select coalesce(json_agg(page), '[]') from (
        select ${shownText} from found ${orderText(order)} limit :limit offset :offset) page) as claims,
      (select row_to_json(sums) from (select ${sumsText} from found) sums) as sums,
      (select row_to_json(about) from (
        select ${aboutText} from ${isFiltered ? `(${claims(isShown)}) all_seen` : 'found'}) about) as about
    from alive`,
  )
}

const firstPages = {
  asc: makePageStatement('claims-asc', showAll('asc')),
  desc: makePageStatement('claims-desc', showAll('desc')),
}

/** A page of the claims of the people that `seen` selects; undefined if the session has ended. */
export async function readShown(
  { run }: Pick<Database, 'run'>,
  { limit, offset, ...query }: ShownQuery & Part,
  values: {
    /** The proof that the session is live. */
    readonly proof: ReturnType<Sessions['buildProof']>
    readonly seen: ReturnType<typeof bindSeen>
    readonly sensitiveOf: string | null
  },
): Promise<ShownPage | undefined> {
  const { proof, seen, sensitiveOf } = values
  const page = isFirst(query) ? firstPages[query.order.order] : makePageStatement(undefined, query)
  // The filter's values come first, so that none of them can override a value that decides whose claims are read.
  const all = { ...filterValues(query.filter), limit, offset, ...proof, ...seen, sensitiveOf }
  const [found] = await run(page, page.bindValues(all))
  return found
}

/** How many claims are in a part of `listParts`. */
const partSize = 1000

/** All claims as of the same moment, in parts that `claimsIn` reads: as text they take little memory. */
export async function listParts(db: Reader, scope: ClaimScope, query: ShownQuery): Promise<string[]> {
  const parts = createStatement<{ readonly claims: string }, object>(
    undefined,
    `select json_agg(claim)::text as claims from (
        select (row_number() over () - 1) / ${partSize} as part, json_build_array(${shownText}) as claim
        from (${listText(query)}) ordered) found
      group by part order by part`,
  )
  const rows = await runIn(db).run(parts, parts.bindValues(bindValues(scope, query.filter)))
  return rows.map(({ claims }) => claims)
}

export function claimsIn(part: string): ShownClaim[] {
  const rows = JSON.parse(part) as unknown[][]
  const names = [...shownColumns, 'accounts_cents']
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])) as unknown as ShownClaim)
}

function maySee(eb: ExpressionBuilder<Tables, 'claim'>, scope: ClaimScope) {
  const plain = eb('sensitive', '=', false)
  return scope.sensitiveOf === null ? plain : eb.or([plain, eb('member_id', '=', scope.sensitiveOf)])
}

/** A claim that the scope may see, even if another has replaced it; undefined: none. */
export async function findClaim(db: Reader, scope: ClaimScope, claimId: string): Promise<Claim | undefined> {
  const ids = scope.people.map(({ memberId }) => memberId)
  return db
    .selectFrom('claim')
    .selectAll('claim')
    .select(selectProgram('claim'))
    .where('claim_id', '=', claimId)
    .where('member_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', '!=', 'cancelled')
    .where((eb) => maySee(eb, scope))
    .executeTakeFirst()
}

/** What accounts of the patient's family have paid of a claim, or what the claim itself says an account has paid. */
export async function accountsPaid(
  db: Reader,
  { member_id: patient, claim_id: claim, details }: Pick<Claim, 'member_id' | 'claim_id' | 'details'>,
): Promise<number> {
  const text = `with ${accountsText(':patient::uuid')} select cents from accounts where paid_claim = :claim and paid_patient = :patient::uuid`
  const { rows } = await withValues<{ cents: number }>(text, { patient, claim }).execute(db)
  return Math.max(Number(rows[0]?.cents ?? 0), details.accountPaid ?? 0, 0)
}

/** The claim that a message names, for staff, whoever wrote it; undefined if it was withdrawn or only the patient may see it (MP-14). */
export async function findMentioned(
  db: Reader,
  { claim_member_id, claim_id }: { readonly claim_member_id: string; readonly claim_id: string },
): Promise<Claim | undefined> {
  return db
    .selectFrom('claim')
    .selectAll('claim')
    .select(selectProgram('claim'))
    .where((eb) => eb.and({ member_id: claim_member_id, claim_id, sensitive: false }))
    .where('state', '!=', 'cancelled')
    .executeTakeFirst()
}

/** The program whose rules the appeal of a claim follows. */
export async function findProgram(
  db: Reader,
  { claim_member_id, claim_id }: { readonly claim_member_id: string; readonly claim_id: string },
): Promise<AppealProgram> {
  const row = await db
    .selectFrom('claim')
    .select(selectProgram('claim'))
    .where((eb) => eb.and({ member_id: claim_member_id, claim_id }))
    .executeTakeFirst()
  return row?.program ?? 'commercial'
}

/** A scope's claims that were denied in whole or in part, latest service first. */
export async function listDenied(db: Reader, scope: ClaimScope, max: number): Promise<Claim[]> {
  const ids = scope.people.map(({ memberId }) => memberId)
  return db
    .selectFrom('claim')
    .selectAll('claim')
    .select(selectProgram('claim'))
    .where('member_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', 'in', ['denied', 'partly-denied'])
    .where((eb) => maySee(eb, scope))
    .orderBy('service_from', 'desc')
    .orderBy('claim_id')
    .limit(max)
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

/** A decision of the plan that a later decision replaced. */
export interface EarlierDecision {
  readonly state: ClaimState
  readonly share_cents: number | null
  /** `yyyy-mm-dd`, according to its file, or else when it arrived. */
  readonly day: string
}

/** What the plan decided in claims that a claim replaces, and then in earlier versions of it; oldest first. */
export async function listEarlier(db: Reader, claim: Selectable<Tables['claim']>): Promise<EarlierDecision[]> {
  const rows = await db
    .selectFrom('claim_version')
    .select([
      'claim_id',
      'content_hash',
      'version',
      'state',
      'plan_paid_cents',
      'share_cents',
      'decision',
      'imported_at',
    ])
    // A FHIR date may be only a year or a month.
    .select(sql<string | null>`substring(resource ->> 'created' from '^.{10}')`.as('decided_on'))
    .where('member_id', '=', claim.member_id)
    .where('claim_id', 'in', [claim.claim_id, claim.replaces ?? claim.claim_id])
    .orderBy('imported_at')
    // Keeps equal decisions of the same moment next to each other, so that they count once.
    .orderBy('decision')
    .orderBy('content_hash')
    .execute()
  const isNow = (row: (typeof rows)[number]) =>
    row.claim_id === claim.claim_id && row.content_hash.equals(claim.content_hash)
  const earlier = rows.filter((row) => !isNow(row) && (isDecided(row.state) || row.state === 'replaced'))
  const own = inOrder(earlier.filter(({ claim_id }) => claim_id === claim.claim_id))
  const replaced = inOrder(earlier.filter(({ claim_id }) => claim_id !== claim.claim_id))
  const now = rows.find(isNow)
  // A version with the same decision as the next one was merely sent again.
  const decisions = own.filter((row, index) => !decideSame(row, own[index + 1] ?? now))
  const before = replaced.filter((row, index) => !decideSame(row, replaced[index + 1]))
  return [...before, ...decisions].map(({ state, share_cents, decided_on, imported_at }) => ({
    state,
    share_cents,
    day: decided_on ?? easternDay(imported_at),
  }))
}

type Version = Pick<Selectable<Tables['claim_version']>, 'state' | 'plan_paid_cents' | 'share_cents' | 'decision'>

/** Versions stored before we recorded decisions can be compared only by state and amounts. */
function decideSame(one: Version, other: Version | undefined): boolean {
  if (other === undefined) return false
  if (one.decision !== null && other.decision !== null) return one.decision.equals(other.decision)
  const digestSaid = ({ state, plan_paid_cents, share_cents }: Version) => `${state} ${plan_paid_cents} ${share_cents}`
  return digestSaid(one) === digestSaid(other)
}

/** The columns of a claim that count toward yearly limits. */
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
  'unexplained_cents as unexplained',
  'group_number as groupNumber',
] as const

/** Claims of a scope by the payer's numbers, without claims that others have replaced. */
export function listByNumber(db: Reader, { people, sensitiveOf }: ClaimScope, numbers: readonly string[]) {
  const ids = people.map(({ memberId }) => memberId)
  return db
    .selectFrom('claim')
    .where('member_id', '=', sql<string>`any(${ids}::uuid[])`)
    .select(['member_id as memberId', 'claim_id as claimId', 'claim_number as claimNumber', 'facts'])
    .where('claim_number', '=', sql<string>`any(${[...numbers]}::text[])`)
    .where('state', 'not in', hidden)
    .where((eb) => eb.or([eb('sensitive', '=', false), eb('member_id', '=', sensitiveOf)]))
    .execute()
}

interface ServiceQuery {
  readonly memberId: string
  readonly codes: readonly string[]
  /** Leaves out what only the patient may see. */
  readonly openAlone: boolean
}

/** More services than a member's claims have in the years that count. */
const maxServices = 2_000

/** Services of a member's own claims by code, with their days; also from denied claims, because the care was given. */
export async function listServices(db: Reader, { memberId, codes, openAlone }: ServiceQuery) {
  const rows = await db
    .selectFrom('claim_line as line')
    .innerJoin('claim', (join) =>
      join.onRef('claim.member_id', '=', 'line.member_id').onRef('claim.claim_id', '=', 'line.claim_id'),
    )
    .select(['line.code', 'line.service_date', 'claim.service_from'])
    .where('line.member_id', '=', memberId)
    .where('line.code', '=', sql<string>`any(${[...new Set(codes)]}::text[])`)
    .where('claim.state', 'not in', hidden)
    .$if(openAlone, (open) => open.where('claim.sensitive', '=', false))
    .orderBy('claim.service_from', 'desc')
    .limit(maxServices)
    .execute()
  return rows.map(({ code, service_date, service_from }) => ({ code: code ?? '', day: service_date ?? service_from }))
}

/** When the plan last sent a claim of a member; null if it has sent none. */
export async function findLoadedAt(db: Reader, memberId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('claim')
    .select(({ fn }) => fn.max('imported_at').as('at'))
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row?.at ? new Date(row.at) : null
}

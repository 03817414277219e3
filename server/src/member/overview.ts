import type { Overview } from '@portico/contract/calls/member'
import type { Balance } from '@portico/rules/coverage/balances'
import type * as v from 'valibot'
import { type AuditEvent, audit, type Origin } from '../audit/store.ts'
import { newestClaims } from '../claims/service.ts'
import { copaysOf, kindsOf, rxOf } from '../coverage/cards.ts'
import { readContract } from '../coverage/contract-year.ts'
import { kindOfProduct, planYearOf } from '../coverage/plan-year.ts'
import { easternDay } from '../day.ts'
import type { Database, Tx } from '../db/database.ts'
import { CallError } from '../http/call-error.ts'
import type { MemberPrincipal } from '../http/principal.ts'
import type { MessageService } from '../messages/service.ts'
import { nextPayment } from '../premium/next-payment.ts'
import { coverageRead, type MemberCoverage, readCoverage } from './coverage.ts'
import { type Coverage, findMember, type Product } from './store.ts'

export type OverviewPayload = v.InferOutput<typeof Overview>

const shownClaims = 4
const shownMessages = 5

interface OverviewParts {
  readonly database: Database
  readonly messages: MessageService
}

export interface OverviewRequest {
  readonly principal: MemberPrincipal
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly origin: Origin
  readonly now: Date
}

/**
 * The landing page of a member (MP-1). One transaction reads it all and writes down that it was read. Throws NOT-FOUND
 * for a member without coverage.
 */
export async function readOverview(parts: OverviewParts, request: OverviewRequest): Promise<OverviewPayload> {
  return parts.database.transaction(async (tx) => {
    const coverage = await readCoverage(tx, request.principal, request.cookies)
    const overview = await overviewOf(tx, parts, request, coverage)
    if (overview === null) throw new CallError('NOT-FOUND')
    await audit(tx, request.principal, overviewRead(coverage), request)
    return overview
  })
}

/** What the landing page speaks of, and the coverage that the rest of the page goes by. */
export interface Landing {
  readonly coverage: MemberCoverage
  /** Null for a member of whom no coverage is known. */
  readonly overview: OverviewPayload | null
}

/** Both in one transaction, which writes down each of them. */
export function readLanding(parts: OverviewParts, request: OverviewRequest): Promise<Landing> {
  return parts.database.transaction(async (tx) => {
    const coverage = await readCoverage(tx, request.principal, request.cookies)
    const overview = await overviewOf(tx, parts, request, coverage)
    const events = [coverageRead(request.principal), ...(overview === null ? [] : [overviewRead(coverage)])]
    await audit(tx, request.principal, events, request)
    return { coverage, overview }
  })
}

function overviewRead({ selected }: MemberCoverage): AuditEvent {
  return { action: 'overview.read', recordType: 'coverage', recordId: selected?.group_number ?? null }
}

/** Null for a member without coverage. */
async function overviewOf(
  tx: Tx,
  { messages }: OverviewParts,
  { principal, now }: OverviewRequest,
  { selected, products }: MemberCoverage,
): Promise<OverviewPayload | null> {
  if (selected === null) return null
  const covered = await coverageParts(tx, principal, { coverage: selected, products }, now)
  if (covered === null) return null
  const inbox = await messages.newest(tx, principal.memberId, shownMessages)
  return withinScopes({ ...covered, ...inbox }, principal.scopes)
}

/** Leaves out what someone who looks at the member's information was not given (RG-3). */
function withinScopes(overview: OverviewPayload, scopes: MemberPrincipal['scopes']): OverviewPayload {
  if (scopes === null) return overview
  return {
    ...overview,
    ...(!scopes.includes('claims') && { recentClaims: [], accumulators: [] }),
    ...(!scopes.includes('messages') && { newestMessages: [], unreadCount: 0 }),
  }
}

async function coverageParts(
  tx: Tx,
  principal: MemberPrincipal,
  { coverage, products }: { readonly coverage: Coverage; readonly products: readonly Product[] },
  now: Date,
) {
  const { memberId } = principal
  const scope = { clientNumber: coverage.client_number, groupNumber: coverage.group_number }
  const today = easternDay(now)
  const member = await findMember(tx, memberId)
  if (member === undefined) return null
  const claims = await newestClaims(tx, principal, shownClaims, now)
  const contract = await readContract(tx, member, today)
  const main = products.find((product) => kindOfProduct(product) === 'medical') ?? products[0]
  const year = main && planYearOf(main, contract.yearOf(coverage), today)
  return {
    firstName: member.first_name,
    lastName: member.last_name,
    memberNumber: member.member_number,
    groupNumber: coverage.group_number,
    groupName: coverage.group_name,
    planName: coverage.plan_name,
    coverageBegin: products[0]?.coverage_begin_date ?? null,
    coverageEnd: products[0]?.coverage_end_date ?? null,
    coverageKinds: kindsOf(products),
    rx: rxOf(coverage),
    copays: copaysOf(coverage, year?.plan ?? null),
    accumulators: ownBalances(year?.balancesOf(memberId) ?? [], principal.scopes === null),
    recentClaims: claims,
    // What is owed is told to who pays alone (MP-18).
    nextPayment: principal.scopes === null ? await nextPayment(tx, member, scope) : null,
  }
}

/** The member's own limits; the family's where they alone hold, but not for somebody else's eyes. */
function ownBalances(balances: readonly Balance[], isThemselves: boolean): Balance[] {
  return balances.filter(({ kind, network, holder }) => {
    if (holder === 'person') return true
    const hasOwn = balances.some((one) => one.kind === kind && one.network === network && one.holder === 'person')
    return !hasOwn && isThemselves
  })
}

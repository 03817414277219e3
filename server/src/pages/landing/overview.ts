import type { Overview } from '@portico/contract/calls/member'
import { type Balance, isMet, isMetByFamily } from '@portico/rules/coverage/balances'
import type * as v from 'valibot'
import { findSensitiveReader } from '../../member/claims/people.ts'
import { bindSeen } from '../../member/claims/seen-statement.ts'
import { selectNewest, toNewest } from '../../member/claims/service.ts'
import { findEmergency, listCopays, listPlanKinds, toCardLimits, toRx } from '../../member/coverage/cards.ts'
import { buildContract, contractParts, firstOfYear, type KnownContract } from '../../member/coverage/contract-year.ts'
import { buildPlanYear, kindOfProduct } from '../../member/coverage/plan-year.ts'
import { computeStanding, toDays } from '../../member/coverage/standing-of.ts'
import { buildCoverage, type MemberCoverage } from '../../member/member/coverage.ts'
import { maySeeFamily } from '../../member/member/readers.ts'
import { type Coverage, inForce, selectCoverages } from '../../member/member/store.ts'
import { inboxParts, toInbox } from '../../messages/messages/newest.ts'
import { recordReads } from '../../platform/audit/reads.ts'
import { type AuditEvent, auditRow, type Origin } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import { part, prepareTogether } from '../../platform/db/together.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { nextPayment, premiumParts } from '../../sales/premium/next-payment.ts'

export type OverviewPayload = v.InferOutput<typeof Overview>

const shownClaims = 4
const shownMessages = 5

export interface OverviewRequest {
  readonly principal: MemberPrincipal
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly origin: Origin
  readonly now: Date
}

/** A member's landing page (MP-1), read as of one moment, with the read audited. Throws NOT-FOUND for a member without coverage. */
export async function readOverview(database: Database, request: OverviewRequest): Promise<OverviewPayload> {
  const seesFamily = await maySeeFamily(database.read, request.principal, request.now)
  const rows = await readRows(database.read, overviewValues(request))
  const { coverage, overview } = buildLanding({ ...request, seesFamily }, rows)
  if (overview === null) throw new CallError('NOT-FOUND')
  await recordReads(database, [auditRow(request.principal, overviewRead(coverage), request)])
  return overview
}

/** The data of the landing page, and the coverage for the rest of the page. */
export interface Landing {
  readonly coverage: MemberCoverage
  /** Null for a member without known coverage. */
  readonly overview: OverviewPayload | null
}

export function overviewRead({ selected }: MemberCoverage): AuditEvent {
  return { action: 'overview.read', recordType: 'coverage', recordId: selected?.group_number ?? null }
}

/** The values of `overviewParts`. */
export const overviewNames = ['memberId', 'sensitiveOf', 'yearBegins', 'seenOfBornAfter'] as const

export function overviewValues({ principal, now }: OverviewRequest) {
  const { memberId } = principal
  const sensitiveOf = findSensitiveReader(principal)
  const { seenOfBornAfter } = bindSeen(principal, now)
  return { memberId, sensitiveOf, yearBegins: firstOfYear(easternDay(now)), seenOfBornAfter }
}

/** The queries whose results `buildLanding` takes. */
export function overviewParts(
  db: Reader,
  { memberId, sensitiveOf, yearBegins, seenOfBornAfter }: Readonly<Record<(typeof overviewNames)[number], string>>,
) {
  return {
    ...contractParts(db, memberId, yearBegins),
    ...inboxParts(db, memberId, shownMessages),
    ...premiumParts(db, memberId),
    coverages: part(selectCoverages(db, memberId)),
    newest: part(selectNewest({ viewer: memberId, sensitiveOf, seenOfBornAfter }, shownClaims)),
  }
}

const readRows = prepareTogether(overviewNames, overviewParts)

/** Builds the landing page. What a viewer may not see is read with the rest, and then left out. */
export function buildLanding(
  { principal, cookies, now, seesFamily }: OverviewRequest & { readonly seesFamily: boolean },
  rows: Awaited<ReturnType<typeof readRows>>,
): Landing {
  const { memberId, scopes } = principal
  const today = easternDay(now)
  const products = rows.products.filter((product) => product.member_id === memberId)
  const coverage = buildCoverage(principal, cookies, { coverages: rows.coverages, products })
  const { selected } = coverage
  const contract = selected && buildContract(memberId, rows)
  if (!selected || !contract) return { coverage, overview: null }
  const { member } = contract
  const group = { clientNumber: selected.client_number, groupNumber: selected.group_number }
  const shown = buildOverview(contract, coverage, selected, { seesFamily, today })
  const isFirst = shown.standing === 'pending'
  const overview = {
    ...shown,
    ...toNewest(principal, [member, ...contract.others], rows.newest),
    // Only the payer sees the amount owed (MP-18).
    nextPayment: scopes === null ? nextPayment(member, rows, { group, today, isFirst }) : null,
    ...toInbox(rows),
  }
  return { coverage, overview: withinScopes(overview, scopes) }
}

/** Leaves out what someone who looks at the member's information has no access to (RG-3). */
function withinScopes(overview: OverviewPayload, scopes: MemberPrincipal['scopes']): OverviewPayload {
  if (scopes === null) return overview
  return {
    ...overview,
    ...(!scopes.includes('claims') && { recentClaims: [], accumulators: [] }),
    ...(!scopes.includes('messages') && { newestMessages: [], unreadCount: 0 }),
  }
}

function buildOverview(
  { member, findYear }: KnownContract,
  { products }: MemberCoverage,
  coverage: Coverage,
  { seesFamily, today }: { readonly seesFamily: boolean; readonly today: string },
) {
  // The same group may cover other years, too.
  const now = inForce(products, today)
  const main = now.find((product) => kindOfProduct(product) === 'medical') ?? now[0]
  const year = main && buildPlanYear({ ...main, is_medicare: coverage.medicare_indicator }, findYear(coverage), today)
  return {
    firstName: member.first_name,
    lastName: member.last_name,
    memberNumber: member.member_number,
    groupNumber: coverage.group_number,
    groupName: coverage.group_name,
    planName: coverage.plan_name,
    coverageBegin: (main && toDays(main).begins) ?? null,
    coverageEnd: (main && toDays(main).ends) ?? null,
    standing: main === undefined ? 'unknown' : computeStanding(coverage, main, today),
    coverageKinds: listPlanKinds(now),
    rx: toRx(coverage),
    copays: listCopays(coverage, year?.plan ?? null),
    limits: toCardLimits(year?.limits ?? []),
    emergency: findEmergency(coverage, year?.plan ?? null),
    limitsTold: year?.plan != null,
    accumulators: ownBalances(year?.listBalances(member.member_id) ?? [], seesFamily),
  }
}

/** The member's own limits; the family's if only that one applies or if it is met first, but only for the family's eyes. */
function ownBalances(balances: readonly Balance[], seesFamily: boolean): Balance[] {
  const isOver = (one: Balance) => seesFamily && !isMet(one) && isMetByFamily(one, balances)
  const own = balances.filter((one) => one.holder === 'person' && !isOver(one))
  const isOwn = ({ kind, network }: Balance) => own.some((one) => one.kind === kind && one.network === network)
  return [...own, ...(seesFamily ? balances.filter((one) => one.holder === 'family' && !isOwn(one)) : [])]
}

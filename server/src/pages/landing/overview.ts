import type { Overview } from '@portico/contract/calls/member'
import type { Balance } from '@portico/rules/coverage/balances'
import type * as v from 'valibot'
import { newestClaims } from '../../member/claims/service.ts'
import { listCopays, listPlanKinds, toRx } from '../../member/coverage/cards.ts'
import { buildContract, contractParts, type KnownContract } from '../../member/coverage/contract-year.ts'
import { buildPlanYear, kindOfProduct } from '../../member/coverage/plan-year.ts'
import { computeStanding, toDays } from '../../member/coverage/standing-of.ts'
import { buildCoverage, coverageRead, type MemberCoverage } from '../../member/member/coverage.ts'
import { type Coverage, inForce, selectCoverages } from '../../member/member/store.ts'
import { inboxParts, toInbox } from '../../messages/messages/newest.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import { type AuditEvent, audit, type Origin } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { part, prepareTogether } from '../../platform/db/together.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { nextPayment, selectAccounts } from '../../sales/premium/next-payment.ts'

export type OverviewPayload = v.InferOutput<typeof Overview>

const shownClaims = 4
const shownMessages = 5

export interface OverviewRequest {
  readonly principal: MemberPrincipal
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly origin: Origin
  readonly now: Date
}

/** A member's landing page (MP-1). One transaction reads everything and audits the read. Throws NOT-FOUND for a member without coverage. */
export async function readOverview(database: Database, request: OverviewRequest): Promise<OverviewPayload> {
  return readAudited(database, async (tx) => {
    const { coverage, overview } = await readParts(tx, request)
    if (overview === null) throw new CallError('NOT-FOUND')
    await audit(tx, request.principal, overviewRead(coverage), request)
    return overview
  })
}

/** The data of the landing page, and the coverage for the rest of the page. */
export interface Landing {
  readonly coverage: MemberCoverage
  /** Null for a member without known coverage. */
  readonly overview: OverviewPayload | null
}

/** Reads both in one transaction, which audits each. */
export function readLanding(database: Database, request: OverviewRequest): Promise<Landing> {
  return readAudited(database, async (tx) => {
    const landing = await readParts(tx, request)
    const { coverage, overview } = landing
    const events = [coverageRead(request.principal), ...(overview === null ? [] : [overviewRead(coverage)])]
    await audit(tx, request.principal, events, request)
    return landing
  })
}

function overviewRead({ selected }: MemberCoverage): AuditEvent {
  return { action: 'overview.read', recordType: 'coverage', recordId: selected?.group_number ?? null }
}

const readRows = prepareTogether(['memberId'], (db, { memberId }) => ({
  ...contractParts(db, memberId),
  ...inboxParts(db, memberId, shownMessages),
  coverages: part(selectCoverages(db, memberId)),
  accounts: part(selectAccounts(db, memberId), { imported_at: true }),
}))

async function readParts(tx: Tx, { principal, cookies, now }: OverviewRequest): Promise<Landing> {
  const { memberId, scopes } = principal
  const today = easternDay(now)
  const rows = await readRows(tx, { memberId })
  const products = rows.products.filter((product) => product.member_id === memberId)
  const coverage = buildCoverage(principal, cookies, { coverages: rows.coverages, products })
  const { selected } = coverage
  const contract = selected && (await buildContract(tx, memberId, rows, today))
  if (!selected || !contract) return { coverage, overview: null }
  const { member } = contract
  const group = { clientNumber: selected.client_number, groupNumber: selected.group_number }
  const overview = {
    ...buildOverview(contract, coverage, selected, { principal, today }),
    recentClaims: await newestClaims(tx, principal, member, shownClaims),
    // Only the payer sees the amount owed (MP-18).
    nextPayment: scopes === null ? await nextPayment(tx, member, rows.accounts, { group, today }) : null,
    ...toInbox(rows),
  }
  return { coverage, overview: withinScopes(overview, scopes) }
}

/** Leaves out what the person looking at the member's information has no access to (RG-3). */
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
  { principal, today }: { readonly principal: MemberPrincipal; readonly today: string },
) {
  // The same group may cover other years, too.
  const now = inForce(products, today)
  const main = now.find((product) => kindOfProduct(product) === 'medical') ?? now[0]
  const year = main && buildPlanYear(main, findYear(coverage), today)
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
    accumulators: ownBalances(year?.listBalances(member.member_id) ?? [], principal.scopes === null),
  }
}

/** The member's own limits; the family's if only those apply, but never for another person's eyes. */
function ownBalances(balances: readonly Balance[], isThemselves: boolean): Balance[] {
  return balances.filter(({ kind, network, holder }) => {
    if (holder === 'person') return true
    const hasOwn = balances.some((one) => one.kind === kind && one.network === network && one.holder === 'person')
    return !hasOwn && isThemselves
  })
}

import type { Overview } from '@portico/contract/calls/member'
import { accumulate } from '@portico/rules/claims/accumulators'
import type * as v from 'valibot'
import { type AuditEvent, audit, type Origin } from '../audit/store.ts'
import { countedClaims, newestClaims } from '../claims/service.ts'
import { easternDay } from '../day.ts'
import type { Database, Tx } from '../db/database.ts'
import { CallError } from '../http/call-error.ts'
import type { MemberPrincipal } from '../http/principal.ts'
import type { MessageService } from '../messages/service.ts'
import { coverageRead, type MemberCoverage, readCoverage } from './coverage.ts'
import { type Coverage, findMember, findNextPremium, listLimits, type Product } from './store.ts'

export type OverviewPayload = v.InferOutput<typeof Overview>

const shownClaims = 4
const shownMessages = 3

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
    ...(!scopes.includes('claims') && { recentClaims: [], accumulators: [], nextPayment: null }),
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
  const scope = { memberId, clientNumber: coverage.client_number, groupNumber: coverage.group_number }
  const today = easternDay(now)
  const member = await findMember(tx, memberId)
  if (member === undefined) return null
  const year = Number(today.slice(0, 4))
  const claims = await newestClaims(tx, principal, shownClaims, now)
  const limits = await listLimits(tx, scope, year)
  const counted = await countedClaims(tx, memberId, year)
  const premium = await findNextPremium(tx, scope, today)
  const kinds = new Set(products.flatMap((row) => [row.benefit_plan_type, row.drug_coverage ? 'drug' : null]))
  return {
    firstName: member.first_name,
    lastName: member.last_name,
    memberNumber: member.member_number,
    groupNumber: coverage.group_number,
    groupName: coverage.group_name,
    planName: coverage.plan_name,
    coverageBegin: products[0]?.coverage_begin_date ?? null,
    coverageEnd: products[0]?.coverage_end_date ?? null,
    coverageKinds: coverageKinds.filter((kind) => kinds.has(kind)),
    rx:
      coverage.rx_bin && coverage.rx_pcn && coverage.rx_group
        ? { bin: coverage.rx_bin, pcn: coverage.rx_pcn, group: coverage.rx_group }
        : null,
    copays: copayKinds.flatMap((kind) => {
      const cents = coverage.copays[kind]
      return cents === undefined ? [] : [{ kind, cents }]
    }),
    accumulators: limits.map(({ kind, network, limit_cents: limitCents }) => {
      const used = accumulate(counted, year, network)
      return { kind, network, usedCents: kind === 'deductible' ? used.deductible : used.outOfPocket, limitCents }
    }),
    recentClaims: claims,
    nextPayment: premium
      ? { dueDate: premium.due_date, amountCents: premium.amount_cents, autoPay: premium.auto_pay }
      : null,
  }
}

const coverageKinds = ['medical', 'drug', 'dental', 'vision'] as const
const copayKinds = ['primary', 'specialist', 'urgent', 'emergency'] as const

import type { BodyOf, PayloadOf, QueryOf } from '@portico/contract/call'
import type { ClaimPage, listClaims, openClaim, searchClaims } from '@portico/contract/calls/claims'
import type { Language } from '@portico/contract/page'
import type { Figures } from '@portico/rules/claims/figures'
import { computeOwed } from '@portico/rules/claims/owed'
import { isDeniedOnAppeal } from '@portico/rules/claims/state'
import { claimTimeline } from '@portico/rules/claims/timeline'
import type * as v from 'valibot'
import type { Sessions } from '../../identity/sessions/sessions.ts'
import { recordReads } from '../../platform/audit/reads.ts'
import { auditRow } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { ended, type Live, live } from '../../platform/http/live.ts'
import type { MemberPrincipal, PrincipalOf } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import type { TextReader } from '../../platform/texts.ts'
import { chooseSpokenName } from '../coverage/care-names.ts'
import { effectsOfClaim } from '../coverage/limits.ts'
import type { Member } from '../member/contract.ts'
import { appealDay, findAppeal, findAppealedOn, findDeniedAppeal, isDenied } from './appeals.ts'
import { type ClaimScope, claimScope, findReader, findSensitiveReader } from './people.ts'
import { bindSeen } from './seen-statement.ts'
import {
  accountsPaid,
  type Claim,
  type ClaimLine,
  findClaim,
  listEarlier,
  listLines,
  type NewestClaim,
  readShown,
  type ShownClaim,
} from './store.ts'
import { amountWords, type ClaimSay, claimTexts, reasonWords } from './texts.ts'

export { selectNewest } from './store.ts'

type Page = v.InferOutput<typeof ClaimPage>
type Detail = PayloadOf<typeof openClaim>

/** A page of claims with the sums of all claims found; the read is audited before the answer goes out. */
export async function readClaims(
  { database, sessions }: { readonly database: Database; readonly sessions: Sessions },
  principal: PrincipalOf<typeof listClaims>,
  query: QueryOf<typeof listClaims> | BodyOf<typeof searchClaims>,
  { origin, now, background }: Pick<CallContext, 'origin' | 'now' | 'background'>,
): Promise<Live<Page>> {
  const { memberId } = principal
  const { page, pageSize, sort, order } = query
  const sensitiveOf = findSensitiveReader(principal)
  const found = await readShown(
    database,
    { filter: query, order: { sort, order }, limit: pageSize, offset: (page - 1) * pageSize },
    {
      proof: sessions.buildProof(principal, now),
      seen: bindSeen(principal, now),
      sensitiveOf,
    },
  )
  if (found === undefined) return ended
  const { last_seen_at: lastSeenAt, people, claims, sums, about: known } = found
  if (!background) sessions.noteActivity(principal.sessionId, lastSeenAt, now)
  const scope = withPerson({ people, sensitiveOf }, query.memberId)
  const event = { action: 'claims.read', recordType: 'member', recordId: memberId }
  await recordReads(database, [auditRow(principal, event, { origin, now })])
  return live({
    claims: claims.map((row) => toListedClaim(row, scope)),
    total: sums.total,
    totals: {
      billedCents: sums.billed,
      discountCents: sums.discount,
      planPaidCents: sums.planPaid,
      otherPaidCents: sums.otherPaid,
      shareCents: sums.share,
      youOweCents: sums.owed,
      openCents: sums.billed - sums.discount - sums.planPaid - sums.otherPaid - sums.share,
      unknown: sums.unknown,
      odd: sums.odd,
      oweUnknown: sums.oweUnknown,
    },
    people: [...people],
    providers: [...known.providers],
    asOf: known.as_of && new Date(known.as_of).toISOString(),
  })
}

/** Narrows a scope to the person that a filter names, if any. Throws NOT-FOUND for someone outside the scope. */
export function withPerson(scope: ClaimScope, memberId: string | undefined): ClaimScope {
  if (memberId !== undefined && !scope.people.some((one) => one.memberId === memberId)) throw new CallError('NOT-FOUND')
  return scope
}

/** A claim as a list shows it. */
export function toListedClaim(row: ShownClaim, scope: ClaimScope): Page['claims'][number] {
  return {
    claimId: row.claim_id,
    claimNumber: row.claim_number,
    serviceDate: row.service_from,
    providerName: row.provider_name,
    category: row.category,
    // Lists leave out withdrawn and replaced claims.
    state: row.state as Page['claims'][number]['state'],
    billedCents: row.billed_cents,
    allowedCents: row.allowed_cents,
    planPaidCents: row.plan_paid_cents,
    ...toOwed(row, row.accounts_cents),
    patient: findPatient(scope, row.member_id),
  }
}

function toOwed(
  { state, category, share_cents: shareCents }: Pick<Claim, 'state' | 'category' | 'share_cents'>,
  accountsCents: number,
): Detail['owed'] {
  const { owedCents, ...owed } = computeOwed({ state, category, shareCents, accountsCents })
  return { ...owed, youOweCents: owedCents }
}

function findPatient(scope: ClaimScope, memberId: string) {
  const patient = scope.people.find((one) => one.memberId === memberId)
  if (patient === undefined) throw new Error('A claim of somebody outside the scope was read.')
  return patient
}

/** The newest claims from the rows of `selectNewest`; `members` are all on the contract. */
export function toNewest(principal: MemberPrincipal, members: readonly Member[], rows: readonly NewestClaim[]) {
  const people = members.map((one) => ({
    memberId: one.member_id,
    firstName: one.first_name,
    lastName: one.last_name,
  }))
  const scope = { people, sensitiveOf: findSensitiveReader(principal) }
  return { recentClaims: rows.map((row) => toListedClaim(row, scope)), claimsShared: rows[0]?.shared ?? false }
}

/** Whose claim it is, and whether to say so: not to people who see only their own. */
function tellWhose(scope: ClaimScope, memberId: string): Pick<Detail, 'patient' | 'own' | 'shared'> {
  const { people } = scope
  return { patient: findPatient(scope, memberId), own: memberId === people[0]?.memberId, shared: people.length > 1 }
}

/** One claim with everything known about it. Throws NOT-FOUND. */
export const readClaimDetail: AuditedHandler<typeof openClaim> = async (
  { principal, params: { claimId } },
  { now, language },
  tx,
) => {
  const scope = await claimScope(tx, principal, now)
  const claim = await findClaim(tx, scope, claimId)
  if (claim === undefined) throw new CallError('NOT-FOUND')
  const detail = await buildDetail(tx, claim, { scope, principal, language, now })
  return about(claimId, detail, { memberId: claim.member_id })
}

/** Whom a claim is read for. */
export interface ClaimReading {
  readonly scope: ClaimScope
  /** Null for staff, who have no appeals of their own. */
  readonly principal: MemberPrincipal | null
  /** The language that reasons are explained in. */
  readonly language: Language
  readonly now: Date
}

/** Everything known about a claim, in the caller's transaction, which audits the read. */
export async function buildDetail(
  tx: Tx,
  claim: Claim,
  { scope, principal, language, now }: ClaimReading,
): Promise<Detail> {
  const say = claimTexts(language)
  const reader = principal === null ? 'other' : findReader(principal)
  const lines = await listLines(tx, claim)
  const earlier = await listEarlier(tx, claim)
  // A claim may name one that was never loaded, or that was taken back.
  const replaced = claim.replaces === null ? undefined : await findClaim(tx, scope, claim.replaces)
  const successor = claim.replaced_by === null ? undefined : await findClaim(tx, scope, claim.replaced_by)
  const appealBy = isDenied(claim) ? appealDay(claim) : null
  const appealDenied = findDeniedAppeal(claim, easternDay(now))
  const appeal = principal === null ? null : await findAppeal(tx, principal, claim, now)
  return {
    claimId: claim.claim_id,
    claimNumber: claim.claim_number,
    type: claim.type,
    category: claim.category,
    state: claim.state as Detail['state'],
    serviceFrom: claim.service_from,
    serviceTo: claim.service_to,
    providerName: claim.provider_name,
    facilityName: claim.facility_name,
    network: claim.network,
    payee: claim.payee,
    ...tellWhose(scope, claim.member_id),
    figures: {
      billedCents: claim.billed_cents,
      allowedCents: claim.allowed_cents,
      discountCents: claim.discount_cents,
      planPaidCents: claim.plan_paid_cents,
      otherPaidCents: claim.other_paid_cents,
      deductibleCents: claim.deductible_cents,
      copayCents: claim.copay_cents,
      coinsuranceCents: claim.coinsurance_cents,
      notCoveredCents: claim.not_covered_cents,
      shareCents: claim.state === 'in-progress' ? null : claim.share_cents,
      unexplainedCents: claim.unexplained_cents,
      addsUp: claim.adds_up,
    },
    owed: toOwed(claim, await accountsPaid(tx, claim)),
    reasons: claim.details.reasons.map((one) => inWords(say, reader, one)),
    notes: [...claim.details.notes],
    others: claim.details.others.map((one) => nameAmount(say, one)),
    lines: lines.map((line) => buildLine(line, { say, reader, language })),
    events: claimTimeline({
      state: claim.state,
      deniedOnAppeal: isDeniedOnAppeal(claim.state, claim.facts),
      serviceFrom: claim.service_from,
      receivedOn: claim.received_on,
      decidedOn: claim.processed_on,
      paidOn: claim.paid_on,
      today: easternDay(now),
      replacedOn: successor?.processed_on ?? null,
      appeal: appeal?.sent ? { sentOn: appeal.sent.on, answerBy: appeal.sent.answerBy } : null,
      appealedOn: principal === null ? null : await findAppealedOn(tx, principal, claim),
      appealBy,
      reviewBy: appealDenied?.reviewBy ?? null,
      importedOn: easternDay(claim.imported_at),
      planPaid: claim.plan_paid_cents,
      share: claim.share_cents,
      earlier: earlier.map((one) => ({
        share: one.share_cents,
        denied: one.state === 'denied',
        day: one.day,
      })),
    }).map((event) => ({ ...event })),
    effects: await listEffects(tx, principal, claim),
    replaces: replaced?.claim_id ?? null,
    replacedBy: claim.replaced_by,
    appealBy,
    program: claim.program,
    appealDenied,
    appeal,
    asOf: claim.imported_at.toISOString(),
  }
}

/** People who were given access to the member's information do not see the family's amounts (RG-3). */
async function listEffects(tx: Tx, principal: MemberPrincipal | null, claim: Claim): Promise<Detail['effects']> {
  const maySeeFamily = principal === null || principal.scopes === null
  const effects = await effectsOfClaim(tx, claim)
  return effects.map((effect) =>
    maySeeFamily || effect.holder === 'person' ? effect : { ...effect, beforeCents: null, afterCents: null },
  )
}

function buildLine(
  row: ClaimLine,
  { say, reader, language }: { readonly say: ClaimSay; readonly reader: TextReader; readonly language: Language },
): Detail['lines'][number] {
  const { reasons, notes, others } = row.details
  const named = row.description === null ? null : chooseSpokenName(row.description, language)
  return {
    line: row.line,
    serviceDate: row.service_date,
    code: row.code,
    description: named?.name ?? null,
    spoken: named?.spoken ?? 'en',
    quantity: row.quantity,
    denied: row.denied,
    figures: figuresInCents(row.figures),
    reasons: reasons.map((one) => inWords(say, reader, one)),
    notes: [...notes],
    others: others.map((one) => nameAmount(say, one)),
  }
}

function inWords(
  say: ClaimSay,
  reader: TextReader,
  { code, text }: Claim['details']['reasons'][number],
): Detail['reasons'][number] {
  return { code, text, words: reasonWords(say, code, reader) }
}

function nameAmount(say: ClaimSay, { text, cents }: Detail['others'][number]): Detail['others'][number] {
  return { text: amountWords(say, text), cents }
}

function figuresInCents(figures: Figures): Detail['figures'] {
  return {
    billedCents: figures.billed,
    allowedCents: figures.allowed,
    discountCents: figures.discount,
    planPaidCents: figures.planPaid,
    otherPaidCents: figures.otherPaid,
    deductibleCents: figures.deductible,
    copayCents: figures.copay,
    coinsuranceCents: figures.coinsurance,
    notCoveredCents: figures.notCovered,
    shareCents: figures.share,
    unexplainedCents: figures.unexplained,
    addsUp: figures.addsUp,
  }
}

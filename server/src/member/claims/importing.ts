import type { Figures } from '@portico/rules/claims/figures'
import { claimState } from '@portico/rules/claims/state'
import type { Tx } from '../../platform/db/database.ts'
import type { ClaimFactsData } from '../../platform/db/tables.ts'
import { toHex, upsertRows } from '../../platform/db/upsert.ts'
import { claimEdition, computeClaimId } from '../../platform/versions/content.ts'
import { placeVersions } from '../../platform/versions/latest.ts'
import type { Outcome } from '../../platform/versions/outcome.ts'
import {
  deleteLines,
  findHeld,
  findKept,
  goneHash,
  insertLines,
  insertVersions,
  withdrawMoved,
  withStoredDigests,
} from './import-store.ts'
import type { ClaimContent } from './incoming.ts'
import { type ClaimKey, linkClaims } from './links.ts'
import { searchText } from './naming.ts'
import { settleStates } from './settling.ts'

/** A claim from a file, for a known member. */
export interface IncomingClaim {
  readonly memberId: string
  readonly claim: ClaimContent
  readonly providerName: string | null
  readonly facilityName: string | null
  /** Number of the group that the claim's coverage names; null: unknown. */
  readonly group: string | null
  /** Only the patient may see it (MP-14). */
  readonly sensitive: boolean
  readonly version: string | null
  readonly hash: Buffer
  /** The resource as received, as JSON. */
  readonly resource: string
}

/** A claim in the place that it had before the plan corrected the patient. */
export interface MovedClaim {
  readonly memberId: string
  readonly resourceId: string
}

export interface ImportedClaims {
  /** The outcome of each claim, in order. */
  readonly outcomes: readonly Outcome[]
  /** The versions that are now stored as the claim. */
  readonly newest: readonly IncomingClaim[]
  /** Earlier versions about the same patient, which are now in the history. */
  readonly older: readonly IncomingClaim[]
  readonly moved: readonly MovedClaim[]
  /** Claims whose links to others may have changed. */
  readonly related: readonly ClaimKey[]
}

/**
 * Imports claims, each whole or not at all, in the caller's transaction (IM-2, IM-4). The same content again changes nothing; the
 * newest of several versions becomes the claim, and all stay in its history, in whatever order they come. A claim that moves to another
 * patient is withdrawn from the first.
 */
export async function importClaims(
  tx: Tx,
  incoming: readonly IncomingClaim[],
  run: { readonly brand: string; readonly runId: string; readonly now: Date },
): Promise<ImportedClaims> {
  const given = incoming.map((one) => ({ ...one, claimId: computeClaimId(run.brand, one.claim.resourceId) }))
  const held = Map.groupBy(await findHeld(tx, given), ({ claimId }) => claimId)
  const keyed = await withStoredDigests(
    tx,
    given,
    given.filter(({ claimId }) => held.has(claimId)),
  )
  const { newest, older, elsewhere, former, left, outcomes } = await placeVersions(
    keyed,
    ({ claimId }) => claimId,
    held,
    (some) => findKept(tx, some),
  )
  const ownOlder = older.filter((one) => !elsewhere.includes(one))
  if (newest.length + older.length === 0) return { outcomes, newest, older: ownOlder, moved: left, related: [] }
  const [rows, stored] = [[...newest, ...older].map((one) => claimRow(one, run)), [...newest, ...former]]
  await withdrawMoved(tx, left)
  await upsertRows(
    tx,
    'claim',
    ['member_id', 'claim_id'],
    [...rows.slice(0, newest.length), ...former.map((one) => buildWithdrawnRow(one, run))],
  )
  await deleteLines(
    tx,
    stored.filter(({ claimId }) => held.has(claimId)),
  )
  await insertLines(tx, stored)
  await insertVersions(tx, rows, [...newest, ...older])
  const linked = await linkClaims(
    tx,
    run.brand,
    [...stored, ...left].map(({ memberId }) => memberId),
  )
  const naming = stored.filter(
    ({ claimId, claim }) => held.has(claimId) || claim.replaces.length + claim.replacedBy.length > 0,
  )
  const related = await settleStates(tx, stored, [...naming, ...older, ...left, ...linked])
  return { outcomes, newest, older: ownOlder, moved: left, related }
}

export type Keyed = IncomingClaim & { readonly claimId: string }

/** The row of a claim for someone who is no longer its patient. */
function buildWithdrawnRow(one: Keyed, run: Parameters<typeof claimRow>[1]): ClaimRow {
  const row = claimRow(one, run)
  return { ...row, state: 'cancelled', facts: { ...row.facts, withdrawn: true }, content_hash: toHex(goneHash) }
}

function claimRow(
  { memberId, claimId, claim, ...one }: Keyed,
  run: { readonly brand: string; readonly runId: string; readonly now: Date },
) {
  const { replaces, replacedBy, names, takesBack, payerId, payerSaid, systems, namedSystems } = claim
  const facts: ClaimFactsData = {
    withdrawn: claim.withdrawn,
    decided: claim.decided,
    denied: claim.denied,
    lines: claim.lines.length,
    // If a later line reversed a denied one, nothing remains that is not covered.
    deniedLines: claim.figures.notCovered === 0 ? 0 : claim.lines.filter(({ denied }) => denied).length,
    afterAppeal: claim.afterAppeal,
    ...(claim.duplicate && { duplicate: true }),
    // We learn which claims these are only after the whole batch is stored.
    replacedBy: null,
    edition: claimEdition,
    ...(payerId !== null && { payerId }),
    ...(payerSaid.names.length + payerSaid.numbers.length > 0 && { payer: payerSaid }),
    ...(names.length > 0 && { names }),
    ...(hasAny(systems) && { systems }),
    ...(replaces.length + replacedBy.length > 0 && {
      named: { replaces, replacedBy, ...(hasAny(namedSystems) && { systems: namedSystems }) },
    }),
    ...(takesBack !== null && { takesBack: { ...takesBack, claimId: null } }),
  }
  const { reasons, notes, others, figures } = claim
  const words = [
    claim.claimNumber,
    one.providerName,
    one.facilityName,
    ...claim.lines.map(({ description }) => description),
  ]
  return {
    member_id: memberId,
    claim_id: claimId,
    claim_number: claim.claimNumber,
    client_number: one.group,
    group_number: one.group,
    coverage_id: claim.coverageId,
    type: claim.type,
    category: claim.category,
    state: claimState({ ...facts, replaced: false, planPaid: figures.planPaid, replacesEarlier: false }),
    service_from: claim.serviceFrom,
    service_to: claim.serviceTo,
    received_on: claim.receivedOn,
    processed_on: claim.processedOn,
    paid_on: claim.paidOn,
    provider_id: claim.provider.id,
    provider_name: one.providerName,
    facility_id: claim.facility.id,
    facility_name: one.facilityName,
    payee: claim.payee,
    network: claim.network,
    sensitive: one.sensitive,
    ...figureColumns(figures),
    details: {
      reasons,
      notes,
      others,
      ...(claim.daysSupply !== null && { daysSupply: claim.daysSupply }),
      ...(claim.accountPaid !== undefined && { accountPaid: claim.accountPaid }),
    },
    facts,
    replaces: null as string | null,
    replaced_by: null as string | null,
    search_text: searchText(words),
    resource_id: claim.resourceId,
    version: one.version,
    content_hash: toHex(one.hash),
    run_id: run.runId,
    imported_at: run.now.toISOString(),
  }
}

function hasAny(some: object): boolean {
  return Object.keys(some).length > 0
}

function figureColumns(figures: Figures) {
  return {
    billed_cents: figures.billed,
    allowed_cents: figures.allowed,
    discount_cents: figures.discount,
    plan_paid_cents: figures.planPaid,
    other_paid_cents: figures.otherPaid,
    deductible_cents: figures.deductible,
    copay_cents: figures.copay,
    coinsurance_cents: figures.coinsurance,
    not_covered_cents: figures.notCovered,
    share_cents: figures.share,
    unexplained_cents: figures.unexplained,
    adds_up: figures.addsUp,
  }
}

export type ClaimRow = ReturnType<typeof claimRow>

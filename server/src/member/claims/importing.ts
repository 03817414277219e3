import type { Figures } from '@portico/rules/claims/figures'
import { claimState } from '@portico/rules/claims/state'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { ClaimFactsData } from '../../platform/db/tables.ts'
import { toHex, upsertRows } from '../../platform/db/upsert.ts'
import { claimEdition, computeClaimId } from '../../platform/versions/content.ts'
import { placeVersions } from '../../platform/versions/latest.ts'
import type { Outcome } from '../../platform/versions/outcome.ts'
import { resourceSeparator, type StoredSame, sameAsStored, saySame } from '../../platform/versions/same-content.ts'
import { digestDecision } from './decision.ts'
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
  /** Number of the group that its coverage names; null: unknown. */
  readonly group: string | null
  /** Shown to the patient alone (MP-14). */
  readonly sensitive: boolean
  readonly version: string | null
  readonly hash: Buffer
  /** The resource as received, as JSON. */
  readonly resource: string
}

/** Whose claim it was before the plan corrected the patient. */
export interface MovedClaim {
  readonly memberId: string
  readonly resourceId: string
}

export interface ImportedClaims {
  /** The outcome of each, in order. */
  readonly outcomes: readonly Outcome[]
  /** Those that are now stored as the claim. */
  readonly newest: readonly IncomingClaim[]
  /** Earlier versions about the same patient, which are now in the history. */
  readonly older: readonly IncomingClaim[]
  readonly moved: readonly MovedClaim[]
  /** Those whose links to others may have changed. */
  readonly related: readonly ClaimKey[]
}

/**
 * Imports claims, each whole or not at all, in the caller's transaction (IM-2, IM-4). The same content again changes nothing; of several
 * versions the newest is the claim, and all stay in its history, in whatever order they come. A claim that is now another patient's is
 * withdrawn from the first one's.
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

type Keyed = IncomingClaim & { readonly claimId: string }

/**
 * The stored claims, whosever they are or were. A claim that moved to another patient has an empty digest where it was, and one that was read
 * otherwise than today has another digest than its content: it is read anew.
 */
async function findHeld(tx: Tx, claims: readonly Keyed[]) {
  return tx
    .selectFrom('claim')
    .select([
      'member_id as memberId',
      'claim_id as claimId',
      'resource_id as resourceId',
      sql<Buffer>`case when content_hash = '' or facts ->> 'edition' = ${String(claimEdition)} then content_hash
        else content_hash || '\\x00'::bytea end`.as('hash'),
      'version',
    ])
    .where('claim_id', '=', sql<string>`any(${claims.map(({ claimId }) => claimId)}::uuid[])`)
    .orderBy('imported_at')
    .orderBy('member_id')
    .orderBy('claim_id')
    .forUpdate()
    .execute()
}

/**
 * Gives claims that were only sent again the digest of the stored version that says the same. That version is then as new as the newest of
 * them, so that no older one takes its place.
 */
async function withStoredDigests(tx: Tx, claims: readonly Keyed[], known: readonly Keyed[]): Promise<Keyed[]> {
  if (known.length === 0) return [...claims]
  const { rows } = await sql<StoredSame>`
    with sent as (
      select member, id, resource::jsonb as resource, version, at
      from unnest(${known.map(({ memberId }) => memberId)}::uuid[], ${known.map(({ claimId }) => claimId)}::uuid[],
        ${known.map(({ hash }) => hash)}::bytea[], ${known.map(({ version }) => version)}::text[],
        string_to_array(${known.map(({ resource }) => resource).join(resourceSeparator)}, ${resourceSeparator}))
        with ordinality as one (member, id, hash, version, resource, at)
      where not exists (select from claim c where c.member_id = member and c.claim_id = id and c.content_hash = hash)
    )
    select sent.at, v.content_hash as hash, c.version from sent join claim c on c.member_id = sent.member and c.claim_id = sent.id
      join claim_version v on v.member_id = c.member_id and v.claim_id = c.claim_id and v.content_hash = c.content_hash
    where ${saySame(sql`v.resource`, sql`sent.resource`)}`.execute(tx)
  const { digests, newer } = sameAsStored(known, rows)
  const [members, ids] = [newer.map(({ memberId }) => memberId), newer.map(({ claimId }) => claimId)]
  if (newer.length > 0)
    await sql`update claim set version = newer.version
      from unnest(${members}::uuid[], ${ids}::uuid[], ${newer.map(({ version }) => version)}::text[])
        as newer (member, id, version)
      where member_id = newer.member and claim_id = newer.id`.execute(tx)
  return claims.map((one) => ({ ...one, hash: digests.get(one) ?? one.hash }))
}

/** Those versions that are in the history. */
async function findKept(tx: Tx, claims: readonly Keyed[]): Promise<ReadonlySet<Keyed>> {
  const toKey = (memberId: string, claimId: string, hash: Buffer) => `${memberId} ${claimId} ${hash.toString('hex')}`
  const [members, ids] = [claims.map(({ memberId }) => memberId), claims.map(({ claimId }) => claimId)]
  const { rows } = await sql<ClaimKey & { hash: Buffer }>`
    select member_id as "memberId", claim_id as "claimId", content_hash as hash from claim_version
    where (member_id, claim_id, content_hash) in (
      select * from unnest(${members}::uuid[], ${ids}::uuid[], ${claims.map(({ hash }) => hash)}::bytea[]))`.execute(tx)
  const kept = new Set(rows.map(({ memberId, claimId, hash }) => toKey(memberId, claimId, hash)))
  return new Set(claims.filter(({ memberId, claimId, hash }) => kept.has(toKey(memberId, claimId, hash))))
}

/** The digest of a claim that is another patient's by now. */
const goneHash = Buffer.alloc(0)

/** Withdraws claims from people who turned out not to be the patients; their versions stay. */
async function withdrawMoved(tx: Tx, claims: readonly ClaimKey[]): Promise<void> {
  if (claims.length === 0) return
  await sql`update claim set state = 'cancelled', facts = facts || '{"withdrawn": true}', content_hash = ${goneHash}
    where ${pairs(claims)}`.execute(tx)
}

/** The row of a claim for someone who is no longer its patient. */
function buildWithdrawnRow(one: Keyed, run: Parameters<typeof claimRow>[1]): ClaimRow {
  const row = claimRow(one, run)
  return { ...row, state: 'cancelled', facts: { ...row.facts, withdrawn: true }, content_hash: toHex(goneHash) }
}

/** Whether `(member_id, claim_id)` is one of these, as a condition that both engines look up by the primary key. */
function pairs(claims: readonly ClaimKey[]): RawBuilder<boolean> {
  const [members, ids] = [claims.map(({ memberId }) => memberId), claims.map(({ claimId }) => claimId)]
  return sql<boolean>`(member_id, claim_id) in (select * from unnest(${members}::uuid[], ${ids}::uuid[]))`
}

function claimRow(
  { memberId, claimId, claim, ...one }: Keyed,
  run: { readonly brand: string; readonly runId: string; readonly now: Date },
) {
  const { replaces, replacedBy, names, takesBack } = claim
  const facts: ClaimFactsData = {
    withdrawn: claim.withdrawn,
    decided: claim.decided,
    denied: claim.denied,
    lines: claim.lines.length,
    // If a later line reversed a denied one, nothing is left that is not covered.
    deniedLines: claim.figures.notCovered === 0 ? 0 : claim.lines.filter(({ denied }) => denied).length,
    afterAppeal: claim.afterAppeal,
    ...(claim.duplicate && { duplicate: true }),
    // Which claims these are is found out once all of the batch are stored.
    replacedBy: null,
    edition: claimEdition,
    ...(names.length > 0 && { names }),
    ...(replaces.length + replacedBy.length > 0 && { named: { replaces, replacedBy } }),
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
    details: { reasons, notes, others, ...(claim.daysSupply !== null && { daysSupply: claim.daysSupply }) },
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

type ClaimRow = ReturnType<typeof claimRow>

async function deleteLines(tx: Tx, claims: readonly ClaimKey[]): Promise<void> {
  if (claims.length === 0) return
  await tx.deleteFrom('claim_line').where(pairs(claims)).execute()
}

async function insertLines(tx: Tx, claims: readonly Keyed[]): Promise<void> {
  const rows = claims.flatMap(({ memberId, claimId, claim }) =>
    claim.lines.map((line, index) => ({
      member_id: memberId,
      claim_id: claimId,
      // Counted here: files may number lines in any way, and use a number twice.
      line: index + 1,
      service_date: line.serviceDate,
      code: line.code,
      description: line.description,
      quantity: line.quantity,
      denied: line.denied,
      figures: line.figures,
      details: { reasons: line.reasons, notes: line.notes, others: line.others },
    })),
  )
  if (rows.length === 0) return
  await sql`insert into claim_line
    select * from json_populate_recordset(null::claim_line, ${JSON.stringify(rows)}::json)`.execute(tx)
}

/** Keeps versions as received. The resources are one text, because the elements of an array would have to be escaped. */
async function insertVersions(tx: Tx, rows: readonly ClaimRow[], claims: readonly Keyed[]): Promise<void> {
  const resources = claims.map(({ resource }) => resource)
  const decisions = claims.map(({ claim }) => digestDecision(claim))
  const listValues = (column: keyof ClaimRow) => rows.map((row) => row[column])
  const [{ run_id: runId = null, imported_at: importedAt = null } = {}] = rows
  await sql`insert into claim_version
      (member_id, claim_id, content_hash, version, state, plan_paid_cents, share_cents, decision, resource, run_id,
        imported_at)
    select member, id, hash, version, state, plan_paid, share, decision, resource::jsonb, ${runId}::uuid, ${importedAt}::timestamptz
    from unnest(${listValues('member_id')}::uuid[], ${listValues('claim_id')}::uuid[], ${listValues('content_hash')}::bytea[],
        ${listValues('version')}::text[], ${listValues('state')}::text[], ${listValues('plan_paid_cents')}::bigint[],
        ${listValues('share_cents')}::bigint[], string_to_array(${resources.join(resourceSeparator)}, ${resourceSeparator}), ${decisions}::bytea[])
      as new (member, id, hash, version, state, plan_paid, share, resource, decision)
    on conflict (member_id, claim_id, content_hash) do update
      set state = excluded.state, plan_paid_cents = excluded.plan_paid_cents, share_cents = excluded.share_cents,
        decision = excluded.decision`.execute(tx)
}

import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { readLocked } from '../../platform/db/row-locks.ts'
import { claimEdition } from '../../platform/versions/content.ts'
import { resourceSeparator, type StoredSame, sameAsStored } from '../../platform/versions/same-content.ts'
import { saySame } from '../../platform/versions/same-statement.ts'
import { digestDecision } from './decision.ts'
import type { ClaimRow, Keyed } from './importing.ts'
import type { ClaimKey } from './links.ts'

/**
 * The stored claims with these ids, whoever their patient is or was. A claim that moved to another patient has an empty digest in its
 * old place. A claim read under an older edition gets a digest that differs from its content, so that it is read again.
 */
export async function findHeld(tx: Tx, claims: readonly Keyed[]) {
  const members = claims.map(({ memberId }) => memberId)
  return readLocked(tx, members, () =>
    tx
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
      .execute(),
  )
}

/**
 * Gives claims that were merely sent again the digest of the stored version with the same content. That version takes on the newest
 * version stamp among them, so that no older version replaces it.
 */
export async function withStoredDigests(tx: Tx, claims: readonly Keyed[], known: readonly Keyed[]): Promise<Keyed[]> {
  if (known.length === 0) return [...claims]
  const { rows } = await sql<StoredSame>`
    with sent as (
      select member, id, hash, resource::jsonb as resource, version, at
      from unnest(${known.map(({ memberId }) => memberId)}::uuid[], ${known.map(({ claimId }) => claimId)}::uuid[],
        ${known.map(({ hash }) => hash)}::bytea[], ${known.map(({ version }) => version)}::text[],
        string_to_array(${known.map(({ resource }) => resource).join(resourceSeparator)}, ${resourceSeparator}))
        with ordinality as one (member, id, hash, version, resource, at)
    )
    select sent.at, v.content_hash as hash, c.version
    from sent join claim c on c.member_id = sent.member and c.claim_id = sent.id and c.content_hash <> sent.hash
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

/** The versions that are already in the history. */
export async function findKept(tx: Tx, claims: readonly Keyed[]): Promise<ReadonlySet<Keyed>> {
  const toKey = (memberId: string, claimId: string, hash: Buffer) => `${memberId} ${claimId} ${hash.toString('hex')}`
  const [members, ids] = [claims.map(({ memberId }) => memberId), claims.map(({ claimId }) => claimId)]
  const { rows } = await sql<ClaimKey & { hash: Buffer }>`
    select member_id as "memberId", claim_id as "claimId", content_hash as hash from claim_version
    where (member_id, claim_id, content_hash) in (
      select * from unnest(${members}::uuid[], ${ids}::uuid[], ${claims.map(({ hash }) => hash)}::bytea[]))`.execute(tx)
  const kept = new Set(rows.map(({ memberId, claimId, hash }) => toKey(memberId, claimId, hash)))
  return new Set(claims.filter(({ memberId, claimId, hash }) => kept.has(toKey(memberId, claimId, hash))))
}

/** The digest of a claim that now belongs to another patient. */
export const goneHash = Buffer.alloc(0)

/** Withdraws claims from people who turned out not to be the patients; their versions stay. */
export async function withdrawMoved(tx: Tx, claims: readonly ClaimKey[]): Promise<void> {
  if (claims.length === 0) return
  await sql`update claim set state = 'cancelled', facts = facts || '{"withdrawn": true}', content_hash = ${goneHash}
    where ${pairs(claims)}`.execute(tx)
}

/** Condition that `(member_id, claim_id)` is one of these, which both engines look up by the primary key. */
function pairs(claims: readonly ClaimKey[]): RawBuilder<boolean> {
  const [members, ids] = [claims.map(({ memberId }) => memberId), claims.map(({ claimId }) => claimId)]
  return sql<boolean>`(member_id, claim_id) in (select * from unnest(${members}::uuid[], ${ids}::uuid[]))`
}

export async function deleteLines(tx: Tx, claims: readonly ClaimKey[]): Promise<void> {
  if (claims.length === 0) return
  await tx.deleteFrom('claim_line').where(pairs(claims)).execute()
}

export async function insertLines(tx: Tx, claims: readonly Keyed[]): Promise<void> {
  const rows = claims.flatMap(({ memberId, claimId, claim }) =>
    claim.lines.map((line, index) => ({
      member_id: memberId,
      claim_id: claimId,
      // We number lines here: files may number them in any way, and use a number twice.
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

/** Stores versions as received. All resources go as one text, because the elements of an array would have to be escaped. */
export async function insertVersions(tx: Tx, rows: readonly ClaimRow[], claims: readonly Keyed[]): Promise<void> {
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

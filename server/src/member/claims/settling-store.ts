import type { ClaimState } from '@portico/rules/claims/state'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { ClaimFactsData } from '../../platform/db/tables.ts'
import type { ClaimKey } from './links.ts'

/** Claims that other claims replace, or that they name as their replacement. */
export async function findPointedAt(tx: Tx, claims: readonly ClaimKey[]): Promise<readonly ClaimKey[]> {
  const [members, ids] = [claims.map(({ memberId }) => memberId), claims.map(({ claimId }) => claimId)]
  const those = sql`(select * from unnest(${members}::uuid[], ${ids}::uuid[]))`
  const { rows } = await sql<ClaimKey>`
    select member_id as "memberId", replaces as "claimId" from claim where (member_id, replaces) in ${those}
    union select member_id, replaced_by from claim where (member_id, replaced_by) in ${those}
    union select member_id, also.id::uuid from claim, jsonb_array_elements_text(facts -> 'alsoReplaces') also (id)
      where member_id = any(${[...new Set(members)]}::uuid[]) and jsonb_exists(facts, 'alsoReplaces')
        and (member_id, also.id::uuid) in ${those}`.execute(tx)
  return rows
}

/** The replacement that a claim itself names. Claims stored before we recorded this keep the replacement that they have. */
const said = sql`(case when jsonb_exists(facts, 'replacedBy') then (facts ->> 'replacedBy')::uuid else replaced_by end)`

/** The ids of the claims that a claim replaces. */
const replacing = sql`array_prepend(replaces, array(
  select also.id::uuid from jsonb_array_elements_text(coalesce(facts -> 'alsoReplaces', '[]')) also (id)))`

/** These claims, and all that are linked to them because one replaces or takes back another, or did until now. */
export async function findRelated(tx: Tx, touched: readonly ClaimKey[]): Promise<readonly ClaimKey[]> {
  const members = touched.map(({ memberId }) => memberId)
  const { rows: links } = await sql<ClaimKey & { readonly otherId: string }>`
    select member_id as "memberId", claim_id as "claimId", other_id as "otherId" from claim,
      unnest(${replacing} || array[replaced_by, ${said}, (facts -> 'takesBack' ->> 'claimId')::uuid]) as other (other_id)
    where member_id = any(${[...new Set(members)]}::uuid[]) and other_id is not null`.execute(tx)
  return walkLinks(touched, links)
}

/** Done here because the database would compare every link with every other. */
function walkLinks(
  touched: readonly ClaimKey[],
  links: readonly (ClaimKey & { readonly otherId: string })[],
): readonly ClaimKey[] {
  const write = (one: ClaimKey) => `${one.memberId} ${one.claimId}`
  const ends = links.flatMap(({ memberId, claimId, otherId }) => {
    const [one, other] = [
      { memberId, claimId },
      { memberId, claimId: otherId },
    ]
    return [
      [one, other],
      [other, one],
    ] as const
  })
  const beside = Map.groupBy(ends, ([from]) => write(from))
  const found = new Map(touched.map((one) => [write(one), one]))
  // Iterating over a Map also visits the entries added on the way.
  for (const key of found.keys()) for (const [, to] of beside.get(key) ?? []) found.set(write(to), to)
  return [...found.values()]
}

/**
 * Settles what replaces each claim of a set from `findRelated`, in whatever order the claims came: a claim that names it, one that it
 * names itself, or a later decision that replaces the same claim. Withdrawn claims replace nothing, but what replaces them replaces
 * what they had replaced; two claims that name each other replace nothing.
 */
export async function setReplacedBy(tx: Tx, claims: readonly ClaimKey[]): Promise<void> {
  const [members, ids] = [claims.map(({ memberId }) => memberId), claims.map(({ claimId }) => claimId)]
  const { rows: related } = await sql<{ readonly replacedBy: string | null }>`
    select c.member_id, c.claim_id, (facts ->> 'withdrawn')::boolean as is_withdrawn, processed_on,
      ${replacing} as replaces, ${said} as said, replaced_by as "replacedBy"
    from claim c join unnest(${members}::uuid[], ${ids}::uuid[]) as named (member, id)
      on c.member_id = named.member and c.claim_id = named.id`.execute(tx)
  const { rows: found } = await sql<
    ClaimKey & { readonly byId: string | null }
  >`with recursive related as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(related)}::jsonb) as one (member_id uuid, claim_id uuid,
        is_withdrawn boolean, processed_on date, replaces uuid[], said uuid, "replacedBy" uuid)
    ), naming as (
      select distinct member_id, id, claim_id as by_id from related, unnest(replaces) as named (id) where id <> claim_id
    ), next as materialized (
      select * from naming n where not exists (
        select from naming back where back.member_id = n.member_id and back.id = n.by_id and back.by_id = n.id)
      union
      select member_id, claim_id, said from related r where said <> claim_id and not exists (
        select from naming n where n.member_id = r.member_id and n.id = r.claim_id and n.by_id = said)
      union
      select r.member_id, r.claim_id, later.claim_id
      from naming n join naming m on m.member_id = n.member_id and m.id = n.id
      join related r on r.member_id = n.member_id and r.claim_id = n.by_id
      join related later on later.member_id = m.member_id and later.claim_id = m.by_id
      where r.processed_on < later.processed_on and not exists (
        select from naming back where back.member_id = r.member_id and back.id = later.claim_id and back.by_id = r.claim_id)
    ), later (member_id, claim_id, by_id, is_direct) as (
      select member_id, id, by_id, true from next
      union
      select l.member_id, l.claim_id, n.by_id, false from later l
      join related gone on gone.member_id = l.member_id and gone.claim_id = l.by_id and gone.is_withdrawn
      join next n on n.member_id = l.member_id and n.id = l.by_id and n.by_id <> l.claim_id
    )
    select member_id as "memberId", claim_id as "claimId", by_id as "byId" from (
      select distinct on (r.member_id, r.claim_id) r.member_id, r.claim_id, l.by_id, r."replacedBy"
      from related r
      left join (later l left join related by on by.member_id = l.member_id and by.claim_id = l.by_id)
        on l.member_id = r.member_id and l.claim_id = r.claim_id and by.is_withdrawn is not true
      order by r.member_id, r.claim_id, r.claim_id = any(by.replaces) desc nulls last, is_direct desc,
        by.processed_on desc nulls last, l.by_id
    ) found
    where by_id is distinct from "replacedBy"`.execute(tx)
  if (found.length === 0) return
  await sql`update claim set replaced_by = found."byId"
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found ("memberId" uuid, "claimId" uuid, "byId" uuid)
    where member_id = found."memberId" and claim_id = found."claimId"`.execute(tx)
}

export async function readFacts(tx: Tx, claims: readonly ClaimKey[]) {
  const [members, ids] = [claims.map(({ memberId }) => memberId), claims.map(({ claimId }) => claimId)]
  const found = await sql<{
    member_id: string
    claim_id: string
    state: ClaimState
    facts: ClaimFactsData
    plan_paid_cents: number | null
    replaces: string | null
    replaced_by: string | null
    decided_otherwise: boolean
  }>`select c.member_id, c.claim_id, c.state, c.facts, c.plan_paid_cents, c.replaces, c.replaced_by,
      exists (select from claim_version v where v.member_id = c.member_id and v.claim_id = c.claim_id
        and v.state <> 'in-progress' and (v.plan_paid_cents, v.share_cents) is distinct from
          (c.plan_paid_cents, c.share_cents)) as decided_otherwise
    from claim c join unnest(${members}::uuid[], ${ids}::uuid[]) as related (member, id)
      on c.member_id = related.member and c.claim_id = related.id`.execute(tx)
  return found.rows
}

export async function setStates(
  tx: Tx,
  settled: readonly (ClaimKey & { readonly state: ClaimState })[],
): Promise<void> {
  await sql`update claim set state = settled.state
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as settled ("memberId" uuid, "claimId" uuid, state text)
    where member_id = settled."memberId" and claim_id = settled."claimId"`.execute(tx)
}

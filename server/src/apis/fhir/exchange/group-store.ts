import { type Selectable, sql } from 'kysely'
import { isOptedOut } from '../../../member/sharing/choice-statement.ts'
import type { Reader, Tx } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { newId } from '../../../platform/ids.ts'
import type { SystemAccess } from '../access.ts'

export type Group = Selectable<Tables['exchange_group']> & {
  readonly size: number
  /** How many of them may be exported now: the others are not revealed (OS-42). */
  readonly shown: number
}
/** How long matched members may be exported without another match. */
const matchedLastMs = 30 * 24 * 60 * 60_000

type Owner = Pick<SystemAccess, 'clientId' | 'brand'>
type Reading = Owner & Pick<SystemAccess, 'organization'>

/** A member of a group, and until when they may be exported as such. */
export interface Matched {
  readonly memberId: string
  readonly endsAt: Date | null
}

export async function insertGroup(
  tx: Tx,
  { clientId, brand }: Owner,
  made: { readonly kind: Group['kind']; readonly now: Date; readonly endsAt: Date | null },
): Promise<string> {
  const group = { group_id: newId(), brand, client_id: clientId, kind: made.kind, made_at: made.now }
  await tx
    .insertInto('exchange_group')
    .values({ ...group, ends_at: made.endsAt })
    .execute()
  return group.group_id
}

/** Creates a group for matched members. */
export function insertMatchedGroup(tx: Tx, owner: Owner, now: Date): Promise<string> {
  return insertGroup(tx, owner, { kind: 'matched', now, endsAt: new Date(now.getTime() + matchedLastMs) })
}

export async function addMembers(tx: Tx, groupId: string, matched: readonly Matched[]): Promise<void> {
  if (matched.length === 0) return
  await sql`insert into exchange_member (group_id, member_id, ends_at)
    select ${groupId}::uuid, * from unnest(${matched.map(({ memberId }) => memberId)}::uuid[],
      ${matched.map(({ endsAt }) => endsAt?.toISOString() ?? null)}::timestamptz[])
    on conflict (group_id, member_id) do update set ends_at = excluded.ends_at`.execute(tx)
}

/** Groups of a system's own organization, without expired ones. */
export async function listGroups(db: Reader, owner: Reading, now: Date, groupId?: string): Promise<Group[]> {
  const only = groupId === undefined ? sql`true` : sql`group_id = ${groupId}::uuid`
  const isOut = owner.organization.kind === 'provider' ? isOptedOut(sql`m.member_id`) : sql`false`
  const { rows } = await sql<Group>`
    select g.*, (select count(*)::int from exchange_member m where m.group_id = g.group_id) as size,
      (select count(*)::int from exchange_member m join member o on o.member_id = m.member_id and o.brand = g.brand
        where m.group_id = g.group_id and (m.ends_at is null or m.ends_at >= now()) and not ${isOut}) as shown
    from exchange_group g where client_id = ${owner.clientId} and brand = ${owner.brand} and ${only}
      and (ends_at is null or ends_at > ${now}) order by made_at desc limit 200`.execute(db)
  return rows
}

export interface GroupMember {
  readonly memberId: string
  /** Whether the consent or attestation has ended. */
  readonly isOver: boolean
}

const selectMembers = sql`select member_id as "memberId", coalesce(ends_at < now(), false) as "isOver" from exchange_member`

/** Members of a group after a given one, in order. */
export async function listMembersAfter(
  db: Reader,
  groupId: string,
  after: string,
  limit: number,
): Promise<GroupMember[]> {
  const { rows } = await sql<GroupMember>`${selectMembers}
    where group_id = ${groupId}::uuid and member_id > ${after}::uuid order by member_id limit ${limit}`.execute(db)
  return rows
}

/** Those of some members who are in a group. */
export async function listMembersAmong(
  db: Reader,
  groupId: string,
  memberIds: readonly string[],
): Promise<GroupMember[]> {
  const { rows } = await sql<GroupMember>`${selectMembers}
    where group_id = ${groupId}::uuid and member_id = any(${[...memberIds]}::uuid[])`.execute(db)
  return rows
}

/** Those of some people who are still members of a brand. */
export async function listKnownMembers(
  db: Reader,
  brand: string,
  memberIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select member_id as id from member where member_id = any(${[...memberIds]}::uuid[]) and brand = ${brand}`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

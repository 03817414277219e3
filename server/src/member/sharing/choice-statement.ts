import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type SharingChoice = Selectable<Tables['sharing_choice']>

/** The member's latest choice; undefined: none yet. */
export function findChoice(db: Reader, memberId: string): Promise<SharingChoice | undefined> {
  return db
    .selectFrom('sharing_choice')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('chosen_at', 'desc')
    .orderBy('choice_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Earlier choices stay: they record what was agreed to, and when. */
export async function insertChoice(tx: Tx, choice: Insertable<Tables['sharing_choice']>): Promise<void> {
  await tx.insertInto('sharing_choice').values(choice).execute()
}

/** Which of these members do not want their doctors to ask (OS-42). */
export async function listOptedOut(db: Reader, memberIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (memberIds.length === 0) return new Set()
  const { rows } = await sql<{ member_id: string }>`
    select own.member_id from unnest(${[...memberIds]}::uuid[]) as own (member_id)
      cross join lateral (select with_providers from sharing_choice c where c.member_id = own.member_id
        order by chosen_at desc, choice_id desc limit 1) last
    where not last.with_providers`.execute(db)
  return new Set(rows.map(({ member_id }) => member_id))
}

/** Whether the member of a statement's row does not want their doctors to ask (OS-42). */
export function isOptedOut(memberId: RawBuilder<string>): RawBuilder<boolean> {
  return sql`exists (select from (select with_providers from sharing_choice c where c.member_id = ${memberId}
    order by chosen_at desc, choice_id desc limit 1) last where not last.with_providers)`
}

export type Peer = Selectable<Tables['payer_peer']>

/** The plans that we can ask. */
export function listPeers(db: Reader): Promise<Peer[]> {
  return db.selectFrom('payer_peer').selectAll().where('is_on', '=', true).orderBy('name').limit(500).execute()
}

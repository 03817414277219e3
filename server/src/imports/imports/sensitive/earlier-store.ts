import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

/** The position of an earlier plan's record among the records of its member. */
interface Place {
  readonly peer_id: string
  readonly type: string
  readonly id: string
}

/** Lists what earlier plans sent about a member, in order, starting after a record. */
export async function listEarlierAfter(tx: Tx, memberId: string, after: Place | null, limit: number) {
  const further =
    after === null ? sql`` : sql`and (peer_id, type, id) > (${after.peer_id}::uuid, ${after.type}, ${after.id})`
  const { rows } = await sql<Place & { readonly body: string }>`
    select peer_id, type, id, body from earlier_record where member_id = ${memberId} ${further}
    order by peer_id, type, id limit ${limit}`.execute(tx)
  return rows
}

export async function markEarlier(
  tx: Tx,
  memberId: string,
  records: readonly (Place & { readonly sensitive: boolean })[],
): Promise<void> {
  await sql`update earlier_record r set sensitive = new.sensitive, shelved = false
    from unnest(${records.map((one) => one.peer_id)}::uuid[], ${records.map(({ type }) => type)}::text[],
      ${records.map(({ id }) => id)}::text[], ${records.map(({ sensitive }) => sensitive)}::boolean[]) as new (peer_id, type, id, sensitive)
    where r.member_id = ${memberId} and (r.peer_id, r.type, r.id) = (new.peer_id, new.type, new.id)
      and r.sensitive <> new.sensitive`.execute(tx)
}

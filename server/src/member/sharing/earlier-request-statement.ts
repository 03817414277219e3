import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type EarlierRequest = Selectable<Tables['earlier_request']>

/** How long after an answer we ask a plan again that the member still has (OS-55). */
const againMs = 90 * 24 * 60 * 60_000
/** How long no other server takes the request. */
const leaseMs = 30 * 60_000

/** Requests data from an earlier plan, or requests it again: it is due at once, with a full week before the job gives up. */
export async function requestEarlierPlan(tx: Tx, memberId: string, peerId: string, now: Date): Promise<void> {
  await sql`insert into earlier_request (member_id, peer_id, state, tries, due_at, began_at)
    values (${memberId}::uuid, ${peerId}::uuid, 'due', 0, ${now}, ${now})
    on conflict (member_id, peer_id) do update set state = 'due', tries = 0, why = null, place = null, due_at = excluded.due_at,
      began_at = excluded.began_at
    where earlier_request.state in ('stopped', 'failed', 'no-match')`.execute(tx)
}

/** Leases a request that is due, for a single server. */
export async function takeDue(db: Reader, now: Date): Promise<EarlierRequest | undefined> {
  const { rows } = await sql<EarlierRequest>`
    update earlier_request set due_at = ${new Date(now.getTime() + leaseMs)}
    where (member_id, peer_id) in (select member_id, peer_id from earlier_request
      where state not in ('no-match', 'stopped', 'failed') and due_at <= ${now}
      order by due_at limit 1 for update skip locked)
    returning *`.execute(db)
  const [taken] = rows
  // A finished request that is due again starts over.
  return taken?.state === 'done'
    ? { ...taken, state: 'due', place: null, patient: null, tries: 0, began_at: now }
    : taken
}

/** Extends the lease of a request while its files arrive; null: another server has taken it. */
export async function renewLease(tx: Tx, request: EarlierRequest, now: Date): Promise<EarlierRequest | null> {
  const due_at = new Date(now.getTime() + leaseMs)
  const { rows } = await sql`
    update earlier_request set due_at = ${due_at}
    where member_id = ${request.member_id} and peer_id = ${request.peer_id} and due_at = ${request.due_at} returning 1`.execute(
    tx,
  )
  return rows.length === 0 ? null : { ...request, due_at }
}

/** Records the progress of a request. */
export async function moveRequest(
  db: Reader,
  { member_id, peer_id }: Pick<EarlierRequest, 'member_id' | 'peer_id'>,
  moved: Pick<EarlierRequest, 'state' | 'place' | 'patient' | 'tries' | 'why' | 'due_at' | 'began_at'> & {
    readonly received_at?: Date
  },
): Promise<void> {
  await db
    .updateTable('earlier_request')
    .set(moved)
    .where((is) => is.and({ member_id, peer_id }))
    .execute()
}

export const computeNextAsking = (now: Date) => new Date(now.getTime() + againMs)

/** What was requested from which plan, newest first. */
export async function listRequests(db: Reader, memberId: string) {
  return db
    .selectFrom('earlier_request')
    .innerJoin('payer_peer', 'payer_peer.peer_id', 'earlier_request.peer_id')
    .select(['payer_peer.name', 'state', 'began_at', 'received_at'])
    .where('member_id', '=', memberId)
    .orderBy('began_at', 'desc')
    .limit(20)
    .execute()
}

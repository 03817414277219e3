import type { ShelvedType } from '@portico/contract/fhir/types'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** A record of an earlier plan that apps are not served yet, or not as it is now. */
export interface Unshelved {
  readonly memberId: string
  readonly brand: string
  readonly peerId: string
  readonly planName: string
  /** Who the member is there: `Patient/…`. */
  readonly patient: string | null
  readonly type: ShelvedType
  readonly body: string
  readonly sensitive: boolean
}

const atOnce = 50

/** Takes some of those whose plan has sent all that it has, for this transaction alone. */
export async function takeUnshelved(tx: Tx): Promise<Unshelved[]> {
  const { rows } = await sql<Unshelved>`
    with taken as (select r.member_id, r.peer_id, r.type, r.id from earlier_record r
        join earlier_request q on q.member_id = r.member_id and q.peer_id = r.peer_id
      where not r.shelved and q.received_at is not null limit ${atOnce} for update of r skip locked),
    marked as (update earlier_record r set shelved = true from taken t
      where (r.member_id, r.peer_id, r.type, r.id) = (t.member_id, t.peer_id, t.type, t.id)
      returning r.member_id, r.peer_id, r.type, r.id, r.body, r.sensitive)
    select m.member_id as "memberId", o.brand, m.peer_id as "peerId", p.name as "planName", q.patient, m.type, m.body, m.sensitive
    from marked m join member o on o.member_id = m.member_id join payer_peer p on p.peer_id = m.peer_id
      join earlier_request q on q.member_id = m.member_id and q.peer_id = m.peer_id
    order by m.member_id, m.type, m.id`.execute(tx)
  return rows
}

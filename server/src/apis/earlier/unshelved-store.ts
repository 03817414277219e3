import type { ShelvedType } from '@portico/contract/fhir/types'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** An earlier plan's record that apps do not get yet, or not in its current form. */
export interface Unshelved {
  readonly memberId: string
  readonly brand: string
  readonly peerId: string
  readonly planName: string
  /** The member's Patient there: `Patient/…`. */
  readonly patient: string | null
  readonly type: ShelvedType
  readonly body: string
  readonly sensitive: boolean
}

const atOnce = 50

/** Takes some records whose plan has sent everything, locked for this transaction. */
export async function takeUnshelved(tx: Tx): Promise<Unshelved[]> {
  const { rows: taken } = await sql<Omit<Unshelved, 'brand' | 'planName' | 'patient'>>`
    with taken as (select r.member_id, r.peer_id, r.type, r.id from earlier_record r
        join earlier_request q on q.member_id = r.member_id and q.peer_id = r.peer_id
      where not r.shelved and q.received_at is not null limit ${atOnce} for update of r skip locked)
    update earlier_record r set shelved = true from taken t
      where (r.member_id, r.peer_id, r.type, r.id) = (t.member_id, t.peer_id, t.type, t.id)
      returning r.member_id as "memberId", r.peer_id as "peerId", r.type, r.body, r.sensitive`.execute(tx)
  if (taken.length === 0) return []
  const { rows: asked } = await sql<Pick<Unshelved, 'memberId' | 'brand' | 'peerId' | 'planName' | 'patient'>>`
    select q.member_id as "memberId", o.brand, q.peer_id as "peerId", p.name as "planName", q.patient
    from earlier_request q join member o on o.member_id = q.member_id join payer_peer p on p.peer_id = q.peer_id
    where q.member_id = any(${[...new Set(taken.map(({ memberId }) => memberId))]}::uuid[])`.execute(tx)
  const requests = new Map(asked.map((one) => [`${one.memberId} ${one.peerId}`, one]))
  return taken.flatMap((one) => {
    const request = requests.get(`${one.memberId} ${one.peerId}`)
    return request === undefined ? [] : { ...request, ...one }
  })
}

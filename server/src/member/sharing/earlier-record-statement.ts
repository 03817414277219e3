import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'

/** A record from an earlier plan: shown as that plan's, and never counted (OS-55). */
export interface EarlierPlanRecord {
  readonly planName: string
  readonly type: string
  readonly id: string
  readonly title: string | null
  /** `yyyy-mm-dd`; null: it does not say. */
  readonly day: string | null
  readonly receivedAt: Date
}

export interface ReceivedRecord {
  readonly type: string
  readonly id: string
  readonly title: string | null
  readonly day: string | null
  readonly sensitive: boolean
  readonly body: string
}

/** Resources that say who someone is, who gave care, or where a record is from: they are not records of their own. */
const unlisted = [
  'Patient',
  'Organization',
  'Practitioner',
  'PractitionerRole',
  'Location',
  'Medication',
  'RelatedPerson',
  'Provenance',
]

/** Stores what an earlier plan sent; the same record again replaces the stored one. */
export async function keepEarlierRecords(
  tx: Tx,
  whose: { readonly memberId: string; readonly peerId: string; readonly now: Date },
  records: readonly ReceivedRecord[],
): Promise<void> {
  if (records.length === 0) return
  const { memberId, peerId, now } = whose
  // If a resource comes twice, the last one counts.
  const each = [...new Map(records.map((one) => [`${one.type}/${one.id}`, one])).values()]
  await sql`insert into earlier_record (member_id, peer_id, type, id, title, day, sensitive, received_at, body)
    select ${memberId}::uuid, ${peerId}::uuid, type, id, title, day, sensitive, ${now}::timestamptz, body
    from json_to_recordset(${JSON.stringify(each)}::json) as new (type text, id text, title text, day date, sensitive boolean, body text)
    on conflict (member_id, peer_id, type, id) do update set title = excluded.title, day = excluded.day,
      sensitive = excluded.sensitive, received_at = excluded.received_at,
      shelved = earlier_record.shelved and (earlier_record.sensitive, earlier_record.body) = (excluded.sensitive, excluded.body),
      body = excluded.body`.execute(tx)
}

/** What earlier plans sent about a member, newest first, with the total. Readers other than the member get nothing private. */
export async function readEarlierPlanRecords(
  db: Reader,
  memberId: string,
  { limit = 200, withSensitive }: { readonly limit?: number; readonly withSensitive: boolean },
): Promise<{ readonly total: number; readonly records: readonly EarlierPlanRecord[] }> {
  const { rows } = await sql<EarlierPlanRecord & { total: number }>`
    select p.name as "planName", r.type, r.id, r.title, to_char(r.day, 'YYYY-MM-DD') as day, r.received_at as "receivedAt",
      (count(*) over ())::int as total
    from earlier_record r join payer_peer p using (peer_id)
      join earlier_request q on q.member_id = r.member_id and q.peer_id = r.peer_id
    where r.member_id = ${memberId} and q.received_at is not null and (${withSensitive} or not r.sensitive)
      and r.type <> all(${unlisted}::text[])
    order by r.day desc nulls last, r.type, r.id limit ${limit}`.execute(db)
  return { total: rows[0]?.total ?? 0, records: rows.map(({ total: _, ...one }) => one) }
}

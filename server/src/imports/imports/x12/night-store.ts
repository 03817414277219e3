import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../../../platform/db/database.ts'
import type { FeedPartData } from '../../../platform/db/tables.ts'
import { keepFeed, type NewFeed } from '../../../platform/versions/feed-store.ts'
import { type Enrolling, planEnrollment } from './enrollment/enroll.ts'
import type { FeedTally, NamedGroups } from './tally.ts'

/** A brand's files of one night, which come together (FD-7). */
export interface Night extends Pick<NewFeed, 'feedId' | 'brand' | 'now' | 'digests' | 'isNightly'> {
  /** The counts of each sender's files before they were stored; null: they were not counted. */
  readonly parts: readonly FeedPartData[] | null
}

export async function keepNight(
  database: Database,
  { feedId, brand, now, digests, isNightly }: Night,
  told: Pick<NewFeed, 'state' | 'counts' | 'parts'>,
): Promise<void> {
  await database.transaction((tx) => keepFeed(tx, { feedId, brand, now, digests, isNightly, ...told }))
}

/** Counts what some members' loops would change. */
export async function tallyMembers(
  database: Database,
  loops: readonly Enrolling[],
  { tally, ...run }: { readonly brand: string; readonly runId: string; readonly now: Date; readonly tally: FeedTally },
): Promise<void> {
  if (loops.length === 0) return
  const warn = () => undefined
  tally.take(await database.transaction((tx) => planEnrollment(tx, loops, { ...run, warn })), loops)
}

/** How many of the enrolled members are read at a time. */
const atOnce = 2_000

/** Members in force whom a full file of their sender and group does not name, some at a time. */
export async function* listMissing(
  db: Reader | Tx,
  brand: string,
  { sender, groups, hasOthers, isNamed, day }: NamedGroups,
): AsyncGenerator<readonly string[]> {
  for (let last = ''; ; ) {
    const { rows } = await sql<{
      memberId: string
      memberNumber: string
      contractNumber: string
    }>`select x.member_id as "memberId", x.member_number as "memberNumber", x.contract_number as "contractNumber" from x12_member x
      where x.brand = ${brand} and x.member_number > ${last} and (x.sender = ${sender} or x.sender is null)
      order by x.member_number limit ${atOnce}`.execute(db)
    const missing = rows.filter((one) => !isNamed(one))
    const { rows: covered } = await sql<{ id: string }>`
      select distinct c.member_id as id from coverage_source c
      join unnest(${missing.map(({ memberId }) => memberId)}::uuid[], ${missing.map(({ contractNumber }) => contractNumber)}::text[])
        as x (member_id, contract_number) on c.member_id = x.member_id
      where c.resource_id like 'x12 %' and not coalesce((c.coverage ->> 'cancelled')::boolean, false)
        and (c.coverage ->> 'ends' is null or c.coverage ->> 'ends' >= ${day})
        and (c.coverage ->> 'groupNumber' = any(${[...groups]}::text[]) or (${hasOthers}
          and c.coverage ->> 'groupNumber' in (coalesce(c.coverage ->> 'planCode', ''), x.contract_number)))`.execute(
      db,
    )
    const inForce = new Set(covered.map(({ id }) => id))
    yield missing.flatMap(({ memberId, memberNumber }) => (inForce.has(memberId) ? memberNumber : []))
    const next = rows.at(-1)?.memberNumber
    if (next === undefined || rows.length < atOnce) return
    last = next
  }
}

import type { FeedReason } from '@portico/contract/feed-reasons'
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../db/database.ts'
import type { FeedCountsData, FeedPartData } from '../db/tables.ts'

/** A brand's X12 files of one night (FD-7). */
export interface NewFeed {
  readonly feedId: string
  readonly brand: string
  readonly now: Date
  /** Whether a nightly run imported them, without a person. */
  readonly isNightly: boolean
  readonly state: 'stored' | 'held'
  readonly digests: readonly string[]
  readonly counts: FeedCountsData
  readonly parts: readonly FeedPartData[]
}

export async function keepFeed(
  tx: Tx,
  { feedId, brand, now, isNightly, state, digests, counts, parts }: NewFeed,
): Promise<void> {
  const reasons: FeedReason[] = [...new Set(parts.flatMap(({ found }) => found.map(({ reason }) => reason)))]
  await tx
    .insertInto('x12_feed')
    .values({
      feed_id: feedId,
      brand,
      arrived_at: now,
      nightly: isNightly,
      state,
      digests: [...digests],
      counts: JSON.stringify(counts),
      reasons: JSON.stringify(reasons),
      parts: JSON.stringify(parts),
      folder: null,
      decided_by: null,
      decided_at: null,
      told_at: null,
    })
    .execute()
}

/** Totals of a brand's last stored nights, newest first. */
export async function listStored(
  db: Reader,
  brand: string,
): Promise<
  readonly { readonly arrived_at: Date; readonly counts: FeedCountsData; readonly parts: readonly FeedPartData[] }[]
> {
  return db
    .selectFrom('x12_feed')
    .select(['arrived_at', 'counts', 'parts'])
    .where('brand', '=', brand)
    .where('state', '=', 'stored')
    .orderBy('arrived_at', 'desc')
    .limit(maxFormer)
    .execute()
}

/** A sender that was silent for this many nights counts as new. */
const maxFormer = 400

/** Which of these files somebody has released, together with all the files that came with them. */
export async function findReleased(
  db: Reader,
  brand: string,
  digests: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ digest: string }>`select distinct unnest(digests) as digest from x12_feed
    where brand = ${brand} and state = 'released' and digests <@ ${[...digests]}::text[]`.execute(db)
  return new Set(rows.map(({ digest }) => digest))
}

/** Whether these files include all those of a night that somebody has discarded. */
export async function includeDiscarded(db: Reader, brand: string, digests: readonly string[]): Promise<boolean> {
  const { rows } = await sql`select 1 from x12_feed
    where brand = ${brand} and state = 'discarded' and digests <@ ${[...digests]}::text[] limit 1`.execute(db)
  return rows.length > 0
}

/** Records the folder of held files, so that they can be moved as somebody decides. */
export async function noteHeldAt(database: Database, feedId: string, folder: string): Promise<void> {
  await database.transaction((tx) => tx.updateTable('x12_feed').set({ folder }).where('feed_id', '=', feedId).execute())
}

/** Folders of held files about which somebody has decided: released ones are to be put back, discarded ones to be put aside. */
export async function listDecided(
  database: Database,
): Promise<readonly { readonly folder: string; readonly state: 'released' | 'discarded' }[]> {
  const { rows } = await sql<{ folder: string; state: 'released' | 'discarded' }>`select folder, state from x12_feed
    where state in ('released', 'discarded') and folder is not null order by arrived_at`.execute(database.read)
  return rows
}

export async function noteMoved(database: Database, folder: string): Promise<void> {
  await database.transaction((tx) =>
    tx.updateTable('x12_feed').set({ folder: null }).where('folder', '=', folder).execute(),
  )
}

/** Whether files have been counted: corrected loops that are sent again are not. */
function isCounted(table: string) {
  const [parts, counts] = [sql.ref(`${table}.parts`), sql.ref(`${table}.counts`)]
  return sql<boolean>`(${parts} <> '[]' or ${counts} ->> 'members' <> '0' or ${counts} ->> 'claims' <> '0')`
}

/** Held files first, then the newest of the others, at most `max`; each with the last night stored before. */
export async function listFeeds(
  db: Reader,
  { brands, max }: { readonly brands: readonly string[] | null; readonly max: number },
) {
  return db
    .selectFrom('x12_feed')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('x12_feed as former')
          .select(['former.counts as before', 'former.arrived_at as before_at'])
          .whereRef('former.brand', '=', 'x12_feed.brand')
          .where('former.state', '=', 'stored')
          .where(sql<boolean>`${isCounted('former')} and ${isCounted('x12_feed')}`)
          .whereRef('former.arrived_at', '<', 'x12_feed.arrived_at')
          .orderBy('former.arrived_at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('x12_feed')
    .select(['last.before', 'last.before_at'])
    .$if(brands !== null, (query) => query.where('x12_feed.brand', 'in', [...(brands ?? [])]))
    .orderBy(sql`state = 'held'`, 'desc')
    .orderBy('arrived_at', 'desc')
    .limit(max)
    .execute()
}

const decisions = {
  release: { from: 'held', to: 'released' },
  discard: { from: 'held', to: 'discarded' },
  undo: { from: 'stored', to: 'undoing' },
} as const

/** Decides about files; false if their state does not allow the decision. */
export async function decideFeed(
  tx: Tx,
  feedId: string,
  {
    decision,
    by,
    brands,
    now,
  }: {
    readonly decision: keyof typeof decisions
    readonly by: string
    /** The brands that the person works for; null: all. */
    readonly brands: readonly string[] | null
    readonly now: Date
  },
): Promise<boolean> {
  const { from, to } = decisions[decision]
  const { numUpdatedRows } = await tx
    .updateTable('x12_feed')
    .set({ state: to, decided_by: by, decided_at: now })
    .where('feed_id', '=', feedId)
    .where('state', '=', from)
    .$if(brands !== null, (query) => query.where('brand', 'in', [...(brands ?? [])]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function listUndoing(db: Reader): Promise<readonly { readonly feedId: string; readonly brand: string }[]> {
  const rows = await db.selectFrom('x12_feed').select(['feed_id', 'brand']).where('state', '=', 'undoing').execute()
  return rows.map(({ feed_id, brand }) => ({ feedId: feed_id, brand }))
}

/** Marks the feed as undone, together with releases of the same files: undoing withdraws the approval. */
export async function noteUndone(tx: Tx, feedId: string): Promise<void> {
  await sql`update x12_feed set state = 'undone' from x12_feed own
    where own.feed_id = ${feedId} and x12_feed.brand = own.brand
      and (x12_feed.feed_id = own.feed_id or (x12_feed.state = 'released' and x12_feed.digests <@ own.digests))`.execute(
    tx,
  )
}

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
): Promise<readonly { readonly counts: FeedCountsData; readonly parts: readonly FeedPartData[] }[]> {
  return db
    .selectFrom('x12_feed')
    .select(['counts', 'parts'])
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

/** Records the folder of held files, so that they can be put back. */
export async function noteHeldAt(database: Database, feedId: string, folder: string): Promise<void> {
  await database.transaction((tx) => tx.updateTable('x12_feed').set({ folder }).where('feed_id', '=', feedId).execute())
}

/** Folders of held files that somebody has released, to be put back. */
export async function takeReleased(database: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ folder: string }>`select folder from x12_feed
    where state = 'released' and folder is not null order by arrived_at`.execute(database.read)
  return rows.map(({ folder }) => folder)
}

export async function noteReturned(database: Database, folder: string): Promise<void> {
  await database.transaction((tx) =>
    tx.updateTable('x12_feed').set({ folder: null }).where('folder', '=', folder).execute(),
  )
}

/** Held files first, then the newest of the others, at most `max`. */
export async function listFeeds(db: Reader, max: number) {
  return db
    .selectFrom('x12_feed')
    .selectAll()
    .select(
      sql<FeedCountsData | null>`(select before.counts from x12_feed before where before.brand = x12_feed.brand
        and before.state = 'stored' and before.arrived_at < x12_feed.arrived_at
        order by before.arrived_at desc limit 1)`.as('before'),
    )
    .orderBy(sql`state = 'held'`, 'desc')
    .orderBy('arrived_at', 'desc')
    .limit(max)
    .execute()
}

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
    readonly decision: 'release' | 'undo'
    readonly by: string
    /** The brands that the person works for; null: all. */
    readonly brands: readonly string[] | null
    readonly now: Date
  },
): Promise<boolean> {
  const [from, to] = decision === 'release' ? (['held', 'released'] as const) : (['stored', 'undoing'] as const)
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

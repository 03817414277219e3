import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** Adds to the counts of a day; in the same order everywhere, so that two instances cannot deadlock. */
export async function addCounts(tx: Tx, counts: readonly Insertable<Tables['tag_count']>[]): Promise<void> {
  await tx
    .insertInto('tag_count')
    .values(counts)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'brand', 'page', 'category', 'event'])
        .doUpdateSet({ count: sql`tag_count.count + excluded.count` }),
    )
    .execute()
}

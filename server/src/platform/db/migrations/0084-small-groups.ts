import { type Kysely, sql } from 'kysely'

/** Ids of small-group plans in the files: the shop does not sell them, and later files refer to them (SH-3, IM-9). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table shop_catalogue add small_group jsonb not null default '[]'`).execute(db)
}

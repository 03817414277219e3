import { type Kysely, sql } from 'kysely'

/** Ids of the plans that files have for small groups: the shop does not sell them, and later files say more of them (SH-3, IM-9). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table shop_catalogue add small_group jsonb not null default '[]'`).execute(db)
}

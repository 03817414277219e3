import { type Kysely, sql } from 'kysely'

/** How often something was shown or done, by day, about no one in particular (AN-1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table tag_count (
      day date not null,
      brand text not null,
      page text not null,
      category text not null,
      event text not null,
      count integer not null,
      primary key (day, brand, page, category, event)
    )`)
    .execute(db)
}

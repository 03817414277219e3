import { type Kysely, sql } from 'kysely'

/** One row that records that a released text has changed, so that readers need not check all texts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `create table content_mark (
    mark bigint not null
  )`,
  'insert into content_mark (mark) values (0)',
  `create function mark_content() returns trigger language plpgsql as $$
    begin
      update content_mark set mark = mark + 1;
      return null;
    end
  $$`,
  `create trigger content_item_marked
    after insert or update or delete or truncate on content_item
    for each statement execute function mark_content()`,
]

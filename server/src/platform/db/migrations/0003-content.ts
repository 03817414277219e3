import { type Kysely, sql } from 'kysely'

/** Texts and settings that operators change without a release (CT-1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // brand: an upper-case shared code, or ALL. origin: released items are replaced by the next release; edited ones stay.
  `create table content_item (
    name text not null,
    brand text not null,
    language text not null,
    qualifiers jsonb not null default '{}',
    content_type text,
    value text not null,
    origin text not null default 'edited' check (origin in ('release', 'edited')),
    updated_at timestamptz not null default now(),
    primary key (name, brand, language, qualifiers)
  )`,
  'create index content_item_by_type on content_item (content_type) where content_type is not null',
]

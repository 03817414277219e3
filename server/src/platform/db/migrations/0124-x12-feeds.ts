import { type Kysely, sql } from 'kysely'

/** Each brand's nightly X12 files: their counts, why they were held back, and who decided about them (FD-7). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table x12_feed (
    feed_id uuid primary key,
    brand text not null,
    arrived_at timestamptz not null,
    state text not null,
    digests text[] not null,
    counts jsonb not null,
    reasons jsonb not null,
    folder text,
    decided_by text,
    decided_at timestamptz
  )`.execute(db)
  await sql`create index x12_feed_brand on x12_feed (brand, arrived_at desc)`.execute(db)
}

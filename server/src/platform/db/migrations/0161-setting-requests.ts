import { type Kysely, sql } from 'kysely'

/** Setting changes that wait for a second administrator, and who confirmed those already made (CT-9). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table setting_request (
    change_id uuid primary key,
    brand text not null,
    key text not null,
    boolean_value boolean,
    string_value text,
    based_on uuid,
    reason text not null,
    asked_by uuid not null,
    asker text not null,
    asked_at timestamptz not null,
    state text not null check (state in ('waiting', 'confirmed', 'dropped')),
    decided_by uuid,
    decided_at timestamptz)`.execute(db)
  await sql`create unique index setting_request_waiting on setting_request (brand, key) where state = 'waiting'`.execute(
    db,
  )
  await sql`alter table setting_change add column confirmed_by text`.execute(db)
}

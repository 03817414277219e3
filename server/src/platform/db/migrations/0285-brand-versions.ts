import { type Kysely, sql } from 'kysely'

/** Brands that administrators edit in the console (BR-8): each version is complete, in the form of a brand's folder. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A code's last confirmed version is served.
  await sql`create table brand_version (
    brand text not null,
    version integer not null,
    state text not null check (state in ('waiting', 'confirmed', 'dropped')),
    files jsonb not null,
    reason text not null,
    made_by uuid not null,
    made_at timestamptz not null,
    decided_by uuid,
    decided_at timestamptz,
    primary key (brand, version))`.execute(db)
}

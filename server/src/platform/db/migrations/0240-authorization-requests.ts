import { type Kysely, sql } from 'kysely'

/** Prior authorization requests from providers' systems, before and after the plan's utilization system has them (OS-56). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table authorization_request (
    member_id uuid not null,
    request_id uuid not null,
    brand text not null,
    client_id text not null,
    bundle_key bytea not null,
    claim_key bytea not null,
    digest bytea not null,
    state text not null check (state in ('waiting', 'pended', 'decided', 'refused')),
    resource_id text not null,
    asked text not null,
    bundle text,
    answer text,
    sequence integer not null,
    asked_at timestamptz not null,
    changed_at timestamptz not null,
    attempts integer not null,
    next_try_at timestamptz,
    primary key (member_id, request_id))`.execute(db)
  // A repeated request takes effect once, whichever of its two identifiers matches.
  await sql`create unique index authorization_request_by_bundle on authorization_request (member_id, client_id, bundle_key)`.execute(
    db,
  )
  await sql`create unique index authorization_request_by_claim on authorization_request (member_id, client_id, claim_key)`.execute(
    db,
  )
  await sql`create index authorization_request_by_id on authorization_request (request_id)`.execute(db)
  await sql`create index authorization_request_due on authorization_request (next_try_at) where next_try_at is not null`.execute(
    db,
  )
}

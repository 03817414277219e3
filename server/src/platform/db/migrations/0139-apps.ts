import { type Kysely, sql } from 'kysely'

/** Apps that members connect, what members have granted them, and their tokens (OS-30, OS-36, OS-39). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table app (
    client_id text primary key,
    name text not null,
    maker text not null,
    home_url text,
    policy_url text,
    launch_url text,
    contact_email text not null,
    redirect_uris jsonb not null,
    auth_method text not null,
    secret_hash bytea,
    jwks jsonb,
    jwks_uri text,
    introspects boolean not null default false,
    attestation jsonb,
    state text not null,
    reason text,
    registered_at timestamptz not null,
    changed_at timestamptz not null,
    decided_by uuid references account on delete set null)`.execute(db)
  await sql`create index app_by_state on app (state, registered_at)`.execute(db)
  await sql`create table app_grant (
    grant_id uuid primary key,
    client_id text not null references app on delete cascade,
    brand text not null,
    account_id uuid not null references account on delete cascade,
    member_id uuid not null,
    whose text not null,
    scopes jsonb not null,
    rejected jsonb not null,
    parts jsonb not null,
    sensitive boolean not null,
    lasts text not null,
    began_at timestamptz not null,
    changed_at timestamptz not null,
    ends_at timestamptz,
    told_at timestamptz,
    used_at timestamptz,
    ended_at timestamptz,
    ended_reason text)`.execute(db)
  await sql`create index app_grant_of_account on app_grant (account_id, began_at)`.execute(db)
  await sql`create index app_grant_of_member on app_grant (member_id)`.execute(db)
  await sql`create index app_grant_of_app on app_grant (client_id)`.execute(db)
  await sql`create index app_grant_ending on app_grant (ends_at) where ended_at is null`.execute(db)
  await sql`create table app_token (
    brand text not null,
    kind text not null,
    token_hash bytea not null,
    grant_id uuid references app_grant on delete cascade,
    client_id text,
    payload jsonb not null,
    issued_at timestamptz not null,
    expires_at timestamptz not null,
    consumed_at timestamptz,
    primary key (kind, token_hash))`.execute(db)
  await sql`create index app_token_of_grant on app_token (grant_id)`.execute(db)
  await sql`create index app_token_by_expiry on app_token (expires_at)`.execute(db)
  await sql`create table app_transfer (
    brand text not null,
    member_id uuid not null,
    client_id text not null,
    day text not null,
    grant_id uuid not null,
    primary key (grant_id, day))`.execute(db)
  await sql`create index app_transfer_by_day on app_transfer (day)`.execute(db)
}

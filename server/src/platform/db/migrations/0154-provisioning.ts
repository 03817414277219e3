import { type Kysely, sql } from 'kysely'

/** Staff and agents as an identity provider sends them by SCIM: tokens, people, groups, and what a group grants (OS-66, OS-67, OS-69). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table scim_token (
    token_id uuid primary key,
    name text not null,
    brand text not null,
    audience text not null check (audience in ('staff', 'agents')),
    invites boolean not null,
    token_hash bytea not null unique,
    state text not null check (state in ('waiting', 'active', 'ended')),
    made_by uuid references account on delete set null,
    made_at timestamptz not null,
    confirmed_at timestamptz,
    used_at timestamptz,
    ended_at timestamptz)`.execute(db)
  // A deleted person's row stays, so that the same person, created again, gets the same account back.
  await sql`create table scim_user (
    user_id uuid primary key,
    brand text not null,
    audience text not null,
    account_id uuid not null references account on delete cascade,
    user_name text not null,
    user_key text not null,
    external_id text,
    display_name text,
    given_name text,
    family_name text,
    email text,
    phone text,
    npn text,
    agencies jsonb not null,
    active boolean not null,
    barred boolean not null,
    version integer not null,
    created_at timestamptz not null,
    changed_at timestamptz not null,
    deleted_at timestamptz)`.execute(db)
  await sql`create unique index scim_user_by_name on scim_user (brand, audience, user_key)
    where deleted_at is null`.execute(db)
  await sql`create unique index scim_user_of_account on scim_user (account_id) where deleted_at is null`.execute(db)
  await sql`create index scim_user_before on scim_user (account_id)`.execute(db)
  await sql`create index scim_user_by_external on scim_user (brand, audience, external_id)`.execute(db)
  await sql`create index scim_user_by_email on scim_user (brand, audience, lower(email))`.execute(db)
  await sql`create table scim_group (
    group_id uuid primary key,
    brand text not null,
    audience text not null,
    display_name text not null,
    external_id text,
    entitlements jsonb not null,
    brands jsonb not null,
    version integer not null,
    created_at timestamptz not null,
    changed_at timestamptz not null)`.execute(db)
  await sql`create unique index scim_group_by_name on scim_group (brand, audience, lower(display_name))`.execute(db)
  await sql`create index scim_group_by_external on scim_group (brand, audience, external_id)`.execute(db)
  await sql`create table scim_member (
    group_id uuid not null references scim_group on delete cascade,
    user_id uuid not null references scim_user on delete cascade,
    primary key (group_id, user_id))`.execute(db)
  await sql`create index scim_member_of_user on scim_member (user_id)`.execute(db)
  await sql`create table scim_call (
    call_id uuid primary key,
    token_id uuid not null references scim_token on delete cascade,
    brand text not null,
    at timestamptz not null,
    method text not null,
    what text not null,
    record_id uuid,
    status integer not null,
    detail text)`.execute(db)
  await sql`create index scim_call_by_time on scim_call (at)`.execute(db)
}

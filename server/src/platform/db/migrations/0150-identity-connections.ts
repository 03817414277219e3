import { type Kysely, sql } from 'kysely'

/** Connections to the plans' identity providers, and who signs in by them (OS-60, OS-61). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `live_version` is the version used for sign-ins; null: the connection is off.
  await sql`create table identity_connection (
    connection_id uuid primary key,
    name text not null,
    brand text not null,
    audience text not null check (audience in ('staff', 'agents', 'members')),
    kind text not null check (kind in ('oidc', 'saml', 'ldap')),
    live_version integer,
    created_at timestamptz not null)`.execute(db)
  await sql`create table identity_version (
    connection_id uuid not null references identity_connection on delete cascade,
    version integer not null,
    state text not null check (state in ('waiting', 'confirmed', 'dropped')),
    domains jsonb not null,
    settings jsonb not null,
    secret bytea,
    made_by uuid not null,
    made_at timestamptz not null,
    tried_at timestamptz,
    arrived jsonb,
    decided_by uuid,
    decided_at timestamptz,
    primary key (connection_id, version))`.execute(db)
  // Before the first sign-in, only the claim value expected from the provider is known; afterward, issuer and subject.
  await sql`create table identity_link (
    connection_id uuid not null references identity_connection on delete cascade,
    account_id uuid not null references account on delete cascade,
    expected text,
    asked_by uuid,
    confirmed_at timestamptz,
    issuer text,
    subject text,
    created_at timestamptz not null,
    linked_at timestamptz,
    used_at timestamptz,
    primary key (connection_id, account_id),
    unique (connection_id, issuer, subject),
    unique (connection_id, expected),
    check ((subject is null) = (issuer is null) and (subject is null) = (linked_at is null)))`.execute(db)
  await sql`create index identity_link_of_account on identity_link (account_id)`.execute(db)
  // A sign-in under way at a provider; only the browser that began it can complete it.
  await sql`create table identity_request (
    state_hash bytea primary key,
    connection_id uuid not null,
    version integer not null,
    browser_hash bytea not null,
    proof jsonb not null,
    tried_by uuid references account on delete cascade,
    answered_at timestamptz,
    answer jsonb,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    foreign key (connection_id, version) references identity_version on delete cascade)`.execute(db)
  await sql`create index identity_request_by_expiry on identity_request (expires_at)`.execute(db)
  await sql`create table identity_attempt (
    attempt_id uuid primary key,
    connection_id uuid not null references identity_connection on delete cascade,
    at timestamptz not null,
    outcome text not null,
    detail text,
    is_test boolean not null)`.execute(db)
  await sql`create index identity_attempt_recent on identity_attempt (connection_id, at)`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** Tables for signing in, staying signed in and signing out: limits, second factors, simulation, and an audit log that shows tampering. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // Counts in sign_in_limit decide whether an account is locked.
  'alter table account drop column locked_until',
  `alter table account add column entitlements jsonb not null default '[]'`,
  'alter table account add column password_changed_at timestamptz not null default now()',

  // method: how the person proved who they are.
  `alter table session add column method text not null default 'password'
    check (method in ('password', 'second-factor', 'passkey', 'simulation'))`,
  'alter table session add column authenticated_at timestamptz not null default now()',
  'alter table session add column password_due boolean not null default false',
  'alter table session add column market text',
  `alter table session add column address text not null default ''`,
  // Hash of the ObSSOCookie that belongs to the session.
  'alter table session add column page_key_hash bytea',
  // Who acts for the person, why, and how they get back to their own session.
  'alter table session add column actor_account_id uuid references account',
  'alter table session add column actor_login_id text',
  'alter table session add column actor_session_id uuid references session',
  'alter table session add column actor_return_hash bytea unique',
  'alter table session add column reason text',
  'alter table session add column ticket text',
  `alter table session add column ended_reason text`,
  `alter table session add constraint simulation_is_accountable check (
    (method = 'simulation') = (actor_account_id is not null)
    and (actor_account_id is null) = (reason is null) and (actor_account_id is null) = (ticket is null))`,

  // The client that a token was issued to; null: the portal's own sign-in.
  'alter table refresh_token add column client_id text',
  // Written by a representative who acted for the member.
  'alter table message add column on_behalf boolean not null default false',

  // kind: 'login' (a login ID, whether or not it exists), 'pair' (login ID and address), 'address', 'second-factor'.
  // Keys sort by their bytes, so that the pairs of a login ID stand together.
  `create table sign_in_limit (
    kind text not null,
    key text collate "C" not null,
    failures integer not null,
    first_failure_at timestamptz,
    last_failure_at timestamptz,
    locked_until timestamptz,
    succeeded_at timestamptz,
    primary key (kind, key)
  )`,

  `create table password_history (
    account_id uuid not null references account,
    set_at timestamptz not null,
    password_hash text not null,
    primary key (account_id, set_at)
  )`,

  // A sign-in or ceremony that is half done: its secret is in a cookie, and its hash is here.
  `create table sign_in_challenge (
    challenge_hash bytea primary key,
    purpose text not null,
    account_id uuid references account,
    session_id uuid references session,
    webauthn_challenge text,
    failures integer not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index sign_in_challenge_by_age on sign_in_challenge (expires_at)',
  `create table passkey (
    account_id uuid not null references account,
    passkey_id uuid not null,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports jsonb not null default '[]',
    host text not null,
    name text not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    primary key (account_id, passkey_id)
  )`,
  // The secret is encrypted with a key that is not in the database.
  `create table authenticator (
    account_id uuid primary key references account,
    secret bytea not null,
    created_at timestamptz not null,
    confirmed_at timestamptz,
    last_step bigint
  )`,
  `create table recovery_code (
    account_id uuid not null references account,
    code_hash bytea not null,
    used_at timestamptz,
    primary key (account_id, code_hash)
  )`,
  `create table trusted_device (
    account_id uuid not null references account,
    device_hash bytea not null,
    user_agent text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (account_id, device_hash)
  )`,
  `create table person_state (
    account_id uuid not null references account,
    key text not null,
    value jsonb not null,
    updated_at timestamptz not null,
    primary key (account_id, key)
  )`,

  // as_*: for whom the actor acted; null if for themselves. seq and hash are filled in once, when the event is sealed.
  'alter table audit_event add column as_account_id uuid',
  'alter table audit_event add column as_login_id text',
  'alter table audit_event add column seq bigint unique',
  'alter table audit_event add column hash bytea',
  'create index audit_event_unsealed on audit_event (event_id) where seq is null',
  'create index audit_event_by_actor on audit_event (actor_account_id, at)',
  'create index audit_event_by_subject on audit_event (as_account_id, at) where as_account_id is not null',
  // Attempts on an account that were made without a session of it.
  'create index audit_event_by_strangers on audit_event (record_id, at) where actor_account_id is null',
  `create function audit_event_is_append_only() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and old.seq is null and new.seq is not null
      and to_jsonb(new) - 'seq' - 'hash' = to_jsonb(old) - 'seq' - 'hash' then
      return new;
    end if;
    raise exception 'audit events are never changed or deleted';
  end $$`,
  `create trigger audit_event_append_only before update or delete on audit_event
    for each row execute function audit_event_is_append_only()`,
  `create trigger audit_event_no_truncate before truncate on audit_event
    for each statement execute function audit_event_is_append_only()`,
]

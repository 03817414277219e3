import { type Kysely, sql } from 'kysely'

/** What members let other people see, and the sessions in which those people view it (RG-3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // scopes: what the member lets them see, e.g. ["coverage","claims"]. last_day: chosen by the member.
  `create table person_access (
    access_id uuid primary key,
    member_id uuid not null references member,
    brand text not null,
    name text not null,
    email text not null,
    relationship text not null,
    scopes jsonb not null,
    last_day date,
    state text not null check (state in ('invited', 'active', 'declined', 'ended')),
    account_id uuid references account,
    ticket_hash bytea unique,
    answer_by timestamptz,
    begins date not null,
    invited_at timestamptz not null,
    changed_at timestamptz not null,
    check ((state = 'invited') = (answer_by is not null) and (answer_by is null or ticket_hash is not null)),
    check (state <> 'active' or account_id is not null)
  )`,
  'create index person_access_by_member on person_access (member_id)',
  'create index person_access_by_account on person_access (account_id) where account_id is not null',
  // For a session that views a member: what the member lets the viewer see. The session belongs to the viewer’s account, for the member.
  'alter table session add column scopes jsonb',
  'alter table session drop constraint session_method_check',
  `alter table session add constraint session_method_check
    check (method in ('password', 'second-factor', 'passkey', 'simulation', 'viewing'))`,
  'alter table session drop constraint simulation_is_accountable',
  `alter table session add constraint simulation_is_accountable check (
    (method in ('simulation', 'viewing')) = (actor_account_id is not null)
    and (method = 'simulation') = (reason is not null) and (method = 'simulation') = (ticket is not null)
    and (method = 'viewing') = (scopes is not null)
    and (method <> 'viewing' or actor_account_id = account_id))`,
]

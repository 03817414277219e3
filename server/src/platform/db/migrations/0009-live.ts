import { type Kysely, sql } from 'kysely'

/**
 * Notifies open pages of changes, and sends e-mail. The database itself reports changed mail and ended sessions, so that no capability can
 * forget to; a listener is notified once per transaction, with ids only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `create function tell_mail() returns trigger language plpgsql as $$
  begin
    perform pg_notify('portico', 'mail:' || new.member_id);
    return null;
  end $$`,
  // Every statement that changes messages rewrites the counts once per member.
  'create trigger mailbox_told after insert or update on mailbox_count for each row execute function tell_mail()',
  `create function tell_session_end() returns trigger language plpgsql as $$
  begin
    perform pg_notify('portico', 'session:' || new.session_id);
    return null;
  end $$`,
  `create trigger session_end_told after update of ended_at on session for each row
    when (old.ended_at is null and new.ended_at is not null) execute function tell_session_end()`,

  `create table outbox (
    email_id uuid primary key,
    template text not null,
    brand text not null,
    language text not null,
    recipient text not null,
    sealed_values bytea,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
    attempts integer not null default 0,
    created_at timestamptz not null,
    due_at timestamptz not null,
    settled_at timestamptz,
    last_error text
  )`,
  `create index outbox_due on outbox (due_at) where state = 'waiting'`,
  `create index outbox_settled on outbox (settled_at) where state <> 'waiting'`,
  `create table notification_choice (
    member_id uuid primary key references member,
    new_message boolean not null,
    language text not null,
    changed_at timestamptz not null
  )`,
]

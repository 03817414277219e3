import { type Kysely, sql } from 'kysely'

/** Forms that members fill in, sign and send (MP-21): the ones they began, at most one of each kind, and the ones they sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `create table form_draft (
    member_id uuid not null references member,
    kind text not null,
    draft_id uuid not null,
    version integer not null,
    data jsonb not null,
    saved_at timestamptz not null,
    primary key (member_id, kind)
  )`,
  // The document holds what was signed, in words: it never changes, whatever happens to the form.
  `create table member_form (
    member_id uuid not null references member,
    message_id uuid not null,
    thread_id uuid not null,
    client_form_id uuid not null,
    kind text not null,
    receipt text not null,
    document jsonb not null,
    sent_at timestamptz not null,
    primary key (member_id, message_id),
    unique (member_id, client_form_id),
    unique (member_id, thread_id)
  )`,
  `alter table notification_choice add column form_answered boolean not null default true`,
]

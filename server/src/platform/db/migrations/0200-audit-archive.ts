import { type Kysely, sql } from 'kysely'

/** Archived parts of the audit log, with what proves that they are as sealed (OP-7). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `create table audit_archive (
    first_seq bigint primary key,
    last_seq bigint not null unique check (last_seq >= first_seq),
    -- The hash of the last event, from which the chain goes on.
    last_hash bytea not null,
    last_at timestamptz not null,
    object_name text not null,
    sha256 bytea not null,
    public_key bytea not null,
    signature bytea not null,
    archived_at timestamptz not null,
    -- When the file was removed, once the law no longer asks for it.
    removed_at timestamptz
  )`,
  // Events leave the table only once an archive file holds them.
  `create function audit_event_is_archived() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from audit_archive where old.seq between first_seq and last_seq) then return old; end if;
    raise exception 'audit events are never changed or deleted';
  end $$`,
  'drop trigger audit_event_append_only on audit_event',
  `create trigger audit_event_append_only before update on audit_event
    for each row execute function audit_event_is_append_only()`,
  `create trigger audit_event_archived before delete on audit_event
    for each row execute function audit_event_is_archived()`,
]

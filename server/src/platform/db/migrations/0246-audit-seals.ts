import { type Kysely, sql } from 'kysely'

/**
 * Seals of audit events move to a table of their own, so that an event is written once (SI-13, OP-7). Earlier events keep their seals; the
 * database itself lists events that wait for a seal, whichever version writes them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `create table audit_seal (
    seq bigint primary key,
    event_id uuid not null unique,
    hash bytea not null
  )`,
  'create table audit_waiting (event_id uuid primary key)',

  // The last version seals by updating events: that is refused from here on, and it retries until a newer server has sealed them. Once no
  // release seals that way, the index audit_event_unsealed can go, and audit_event.seq and hash once the archive has every such event.
  `create or replace function audit_event_is_append_only() returns trigger language plpgsql as $$
  begin
    raise exception 'audit events are never changed or deleted';
  end $$`,
  `create or replace function audit_event_is_archived() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from audit_archive
      where coalesce(old.seq, (select seq from audit_seal where event_id = old.event_id)) between first_seq and last_seq)
    then return old; end if;
    raise exception 'audit events are never changed or deleted';
  end $$`,
  `create trigger audit_seal_append_only before update or truncate on audit_seal
    for each statement execute function audit_event_is_append_only()`,
  `create trigger audit_seal_archived before delete on audit_seal
    for each row execute function audit_event_is_archived()`,

  `create function audit_event_waits() returns trigger language plpgsql as $$
  begin
    insert into audit_waiting select event_id from fresh where seq is null;
    return null;
  end $$`,
  `create function audit_event_is_sealed() returns trigger language plpgsql as $$
  begin
    delete from audit_waiting where event_id in (select event_id from fresh);
    return null;
  end $$`,
  // Only a seal removes an event from the list: a manual delete would leave the event unsealed without a trace.
  `create function audit_waiting_is_sealed() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return null; end if;
    raise exception 'audit events are never changed or deleted';
  end $$`,
  `create trigger audit_seal_sealed after insert on audit_seal
    referencing new table as fresh for each statement execute function audit_event_is_sealed()`,
  `create trigger audit_waiting_kept before update or delete or truncate on audit_waiting
    for each statement execute function audit_waiting_is_sealed()`,
  // Writers wait from here on, until every event that the last version left unsealed is in the list.
  `create trigger audit_event_waiting after insert on audit_event
    referencing new table as fresh for each statement execute function audit_event_waits()`,
  'insert into audit_waiting select event_id from audit_event where seq is null',
]

import { type Kysely, sql } from 'kysely'
import { createIndex, type Step } from '../steps.ts'

/**
 * Partitions the audit log by month, so that a fully archived month is dropped with its partition (OP-7). Keys are chronological (UUIDs of
 * version 7), so they tell an event's month. Existing events stay in place, as the first partition.
 */
export const steps: readonly Step[] = [
  // Places from before `audit_seal`: a unique index would have to include the month.
  createIndex('audit_event_sealed', 'audit_event (seq) where seq is not null'),
  // The lowest key of the month that lies `ahead` months after this one.
  `create or replace function audit_month_key(ahead integer) returns uuid language sql stable as $$
    select (overlay(key placing '-' from 9 for 0) || '-0000-0000-000000000000')::uuid from (select lpad(to_hex((1000 * extract(epoch from
      date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead)))::bigint), 12, '0') as key) month
  $$`,
  `create or replace function audit_event_bound_first_part() returns void language plpgsql as $$
  begin
    alter table audit_event drop constraint if exists audit_event_before;
    execute format('alter table audit_event add constraint audit_event_before check (event_id < %L) not valid', audit_month_key(2));
  end $$`,
  `create or replace function audit_event_part_by_months() returns void language plpgsql as $$
  declare part text;
  begin
    lock table audit_event in access exclusive mode;
    alter table audit_event rename to audit_event_before;
    foreach part in array array['pkey', 'by_member', 'unsealed', 'sealed', 'by_actor', 'by_subject', 'by_strangers'] loop
      execute format('alter index audit_event_%s rename to audit_event_before_%s', part, part);
    end loop;
    drop trigger audit_event_append_only on audit_event_before;
    drop trigger audit_event_archived on audit_event_before;
    drop trigger audit_event_waiting on audit_event_before;

    create table audit_event (like audit_event_before including defaults) partition by range (event_id);
    alter table audit_event add primary key (event_id);
    create index audit_event_by_member on audit_event (member_id, at);
    create index audit_event_unsealed on audit_event (event_id) where seq is null;
    create index audit_event_sealed on audit_event (seq) where seq is not null;
    create index audit_event_by_actor on audit_event (actor_account_id, at);
    create index audit_event_by_subject on audit_event (as_account_id, at) where as_account_id is not null;
    create index audit_event_by_strangers on audit_event (record_id, at) where actor_account_id is null;
    create trigger audit_event_append_only before update on audit_event
      for each row execute function audit_event_is_append_only();
    create trigger audit_event_archived before delete on audit_event
      for each row execute function audit_event_is_archived();
    create trigger audit_event_no_truncate before truncate on audit_event
      for each statement execute function audit_event_is_append_only();
    create trigger audit_event_waiting after insert on audit_event
      referencing new table as fresh for each statement execute function audit_event_waits();

    execute format('alter table audit_event attach partition audit_event_before for values from (minvalue) to (%L)', audit_month_key(2));
    alter table audit_event_before drop constraint audit_event_before;
    /* For keys of no month that has a part: a clock that is far ahead never costs an event. */
    create table audit_event_other partition of audit_event default;
    create trigger audit_event_no_truncate before truncate on audit_event_other
      for each statement execute function audit_event_is_append_only();
  end $$`,
  // Partitions of the log: keys from `low` on, below `high`; both null for the default partition.
  `create or replace function audit_event_parts() returns table (name text, low uuid, high uuid) language sql stable as $$
    select relname::text, substring(bound from 'FROM \\(''([0-9a-f-]+)''\\)')::uuid, substring(bound from 'TO \\(''([0-9a-f-]+)''\\)')::uuid
    from pg_inherits join pg_class on oid = inhrelid cross join lateral pg_get_expr(relpartbound, oid) as bound
    where inhparent = to_regclass('audit_event')
  $$`,
  // Creates the missing partitions of this month and of `ahead` more.
  `create or replace function audit_event_add_months(ahead integer) returns void language plpgsql as $$
  declare month integer; part text;
  begin
    /* Whoever uses the log waits behind one who waits for its lock. */
    perform set_config('lock_timeout', '1s', true);
    for month in 0..ahead loop
      continue when exists (select from audit_event_parts() where high > audit_month_key(month) and (low is null or low <= audit_month_key(month)));
      /* A month of which there is something already, by a clock that was ahead, stays with what has no part. */
      continue when exists (select from audit_event_other
        where event_id >= audit_month_key(month) and event_id < audit_month_key(month + 1));
      part := 'audit_event_' || to_char(date_trunc('month', now() at time zone 'UTC') + make_interval(months => month), 'YYYY_MM');
      execute format('create table %I (like audit_event including defaults)', part);
      execute format('alter table audit_event attach partition %I for values from (%L) to (%L)',
        part, audit_month_key(month), audit_month_key(month + 1));
      execute format('create trigger audit_event_no_truncate before truncate on %I
        for each statement execute function audit_event_is_append_only()', part);
    end loop;
  end $$`,
  // Drops a past month's partition, unless it has events, even late ones, or is gone.
  `create or replace function audit_event_drop_month(part text) returns void language plpgsql as $$
  declare filled boolean;
  begin
    perform set_config('lock_timeout', '1s', true);
    lock table audit_event in access exclusive mode;
    if not exists (select from audit_event_parts() where name = part and high <= audit_month_key(0)) then return; end if;
    execute format('select exists (select from %I)', part) into filled;
    if not filled then execute format('drop table %I', part); end if;
  end $$`,
  // A separate step each: a lock timeout at the last one does not scan the whole log again.
  unlessParted('select audit_event_bound_first_part()'),
  unlessParted('alter table audit_event validate constraint audit_event_before'),
  unlessParted('select audit_event_part_by_months()'),
  'select audit_event_add_months(12)',
]

function unlessParted(statement: string): Step {
  return async (db) => {
    if (!(await isParted(db))) await sql.raw(statement).execute(db)
  }
}

async function isParted(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{
    kind: string
  }>`select relkind as kind from pg_class where oid = to_regclass('audit_event')`.execute(db)
  return rows[0]?.kind === 'p'
}

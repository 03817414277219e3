import { type Kysely, sql } from 'kysely'

/** Data that members see about their medicines (MP-15): doses in fields, where pharmacies are, and prior authorizations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  'alter table import_party add column address text',
  'alter table prescription add column dosing jsonb',
  'alter table dispense add column dosing jsonb, add column pharmacy_address text',
  // Existing rows lack this: an empty hash makes the next load treat them as changed.
  `update import_party set content_hash = ''`,
  `update prescription set content_hash = ''`,
  `update dispense set content_hash = ''`,
  // A prior authorization. `told` is null if the file does not say how it ended.
  `create table prior_authorization (
    member_id uuid not null references member,
    resource_id text not null,
    number text,
    service text,
    rxnorm text,
    ndc text,
    told text check (told in ('approved', 'partly', 'denied', 'pending', 'cancelled')),
    requested_on date,
    decided_on date,
    begins date,
    ends date,
    provider_id text,
    provider_name text,
    note text,
    status text,
    withdrawn boolean not null,
    sensitive boolean not null,
    version text,
    content_hash bytea not null,
    run_id uuid not null,
    imported_at timestamptz not null,
    primary key (member_id, resource_id)
  )`,
]

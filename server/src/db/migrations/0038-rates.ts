import { type Kysely, sql } from 'kysely'

/**
 * What plans and providers have agreed on (IM-8), as the files of CMS's Transparency in Coverage say it. A file is a generation of
 * its own: it is read beside the one before and then takes its place. Nothing here is of a member.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // `source` tells which earlier file a file replaces: the plan's id, else the payer with the name of the file.
  `create table rates_file (
    file_id uuid primary key,
    brand text not null,
    source text not null,
    state text not null check (state in ('loading', 'current', 'old')),
    plan_id text,
    plan_name text,
    entity text not null,
    updated_on date,
    content_hash bytea not null,
    pieces integer not null,
    run_id uuid not null,
    imported_at timestamptz not null
  )`,
  `create unique index rates_file_current on rates_file (brand, source) where state = 'current'`,
  // Whom a group of providers consists of. No number: the file names the group by its tax number alone.
  `create table rates_provider (
    file_id uuid not null references rates_file,
    ref text not null,
    npi text not null,
    tin text not null,
    name text,
    network text,
    primary key (file_id, ref, npi, tin)
  )`,
  `create table rates_service (
    file_id uuid not null references rates_file,
    item integer not null,
    arrangement text not null check (arrangement in ('ffs', 'bundle', 'capitation')),
    code_type text not null,
    code text not null,
    name text not null,
    description text not null,
    parts jsonb not null,
    primary key (file_id, item)
  )`,
  'create index rates_service_code on rates_service (file_id, code_type, code)',
  // `refs`: the groups of providers that it holds for. Whole cents; of a percentage hundredths of a percent.
  `create table rates_price (
    file_id uuid not null references rates_file,
    item integer not null,
    refs jsonb not null,
    type text not null check (type in ('negotiated', 'derived', 'fee schedule', 'percentage', 'per diem')),
    amount bigint not null,
    billing_class text not null check (billing_class in ('professional', 'institutional', 'both')),
    setting text not null check (setting in ('inpatient', 'outpatient', 'both')),
    modifiers text not null,
    expires date not null
  )`,
  'create index rates_price_item on rates_price (file_id, item)',
]

import { type Kysely, sql } from 'kysely'

/**
 * The prices that plans and providers have agreed on (IM-8), from files in the format of CMS's Transparency in Coverage. Each file is a
 * generation: it is loaded next to the previous one and then replaces it. Nothing here is about a member.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // `source` identifies the earlier file that a file replaces: by the plan's id, else by the payer and the file's name.
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
  // The members of a provider group. No NPI: the file names the group only by its tax number.
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
  // `refs`: the provider groups that the price applies to. Amounts in whole cents; percentages in hundredths of a percent.
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

import { type Kysely, sql } from 'kysely'

/** Leads: people interested in plans reach staff, and through them agencies, with a due date (SH-8). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `alter table lead
    alter column email drop not null,
    add column kind text not null default 'lead' check (kind in ('lead', 'call', 'prospect')),
    add column language text not null default 'en',
    add column call_on date,
    add column best_time text,
    add column state text not null default 'new' check (state in ('new', 'reached', 'won', 'closed')),
    add column due_at timestamptz,
    add column agency_id text,
    add column region text,
    add column agent_account_id uuid references account,
    add column follow_up_on date,
    add column note text not null default '',
    add column version integer not null default 1,
    add column changed_at timestamptz,
    add foreign key (agency_id, region) references agency_region`,
  `update lead set due_at = created_at + interval '1 day', changed_at = created_at`,
  'alter table lead alter column due_at set not null, alter column changed_at set not null',
  'create index lead_of_brand on lead (brand, due_at, lead_id)',
  'create index lead_of_agency on lead (agency_id, region, due_at, lead_id) where agency_id is not null',
]

import { type Kysely, sql } from 'kysely'

/** Agencies' proposals to clients (AG-6), and the application that came from each. Clients' names are encrypted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `create table agency_proposal (
    proposal_id uuid primary key,
    agency_id text not null,
    region text not null,
    agent_account_id uuid not null references account,
    client_id uuid,
    brand text not null,
    market text not null,
    plan_year integer not null,
    npn text,
    language text not null,
    sealed bytea not null,
    ticket_hash bytea not null unique,
    consented_on date not null,
    sends integer not null default 0,
    sent_at timestamptz,
    opened_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    foreign key (agency_id, region) references agency_region
  )`,
  'create index agency_proposal_by_agency on agency_proposal (agency_id, region, created_at desc, proposal_id desc)',
  'create index agency_proposal_expiry on agency_proposal (expires_at)',
  'alter table shop_application add column proposal_id uuid references agency_proposal',
  'create index shop_application_by_proposal on shop_application (proposal_id) where proposal_id is not null',
]

import { type Kysely, sql } from 'kysely'

/**
 * Agencies, where they sell, who works for them, and the credentials that agents need to sell (AG-1 to AG-4). Data about agencies and
 * certifications moves here from accounts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  // What the agency itself may do: its agents may do no more.
  `create table agency (
    agency_id text primary key,
    name text not null,
    phone text,
    entitlements jsonb not null
  )`,
  `create table agency_region (
    agency_id text not null references agency,
    region text not null,
    name text not null,
    state text,
    brand text not null,
    primary key (agency_id, region)
  )`,
  `create table agency_agent (
    account_id uuid not null references account,
    agency_id text not null,
    region text not null,
    entitlements jsonb not null,
    primary key (account_id, agency_id, region),
    foreign key (agency_id, region) references agency_region
  )`,
  'create index agency_agent_by_agency on agency_agent (agency_id, region)',
  // The agency and region that a session works for.
  `create table agency_choice (
    session_id uuid primary key references session on delete cascade,
    account_id uuid not null references account,
    agency_id text not null,
    region text not null,
    chosen_at timestamptz not null
  )`,
  'create index agency_choice_by_account on agency_choice (account_id)',
  `create table agency_preference (
    account_id uuid primary key references account,
    remember_agency_region boolean not null,
    agency_id_pref text,
    region_pref text,
    is_broker_agency_pref boolean not null,
    broker_agency_pref_lob text check (broker_agency_pref_lob in ('MA', 'ACA')),
    broker360_agencies jsonb not null,
    broker360_aca_agencies jsonb not null,
    changed_at timestamptz not null
  )`,
  `create table agent_appointment (
    account_id uuid not null references account,
    appointment_id uuid not null,
    brand text not null,
    state text not null,
    line text not null,
    begins date not null,
    ends date,
    primary key (account_id, appointment_id)
  )`,
  `create table agent_training (
    account_id uuid not null references account,
    training_id uuid not null,
    kind text not null check (kind in ('course', 'certification')),
    name text not null,
    line text not null,
    plan_year integer,
    completed_on date,
    ends date,
    primary key (account_id, training_id)
  )`,
  `insert into agency select distinct one->>'agencyId', 'Agency ' || (one->>'agencyId'), null,
      '["leads", "clients", "quote", "enroll", "manage"]'::jsonb
    from account cross join lateral jsonb_array_elements(agencies) one`,
  `insert into agency_region select distinct on (one->>'agencyId', one->>'region')
      one->>'agencyId', one->>'region', one->>'region', null, brand
    from account cross join lateral jsonb_array_elements(agencies) one
    order by one->>'agencyId', one->>'region', brand`,
  `insert into agency_agent select distinct on (account_id, one->>'agencyId', one->>'region')
      account_id, one->>'agencyId', one->>'region', one->'entitlements'
    from account cross join lateral jsonb_array_elements(agencies) one`,
  `insert into agent_training select account_id, gen_random_uuid(), 'certification', one, 'aca', null, created_at::date, null
    from account cross join lateral jsonb_array_elements_text(certifications) one`,
  'alter table account drop column agencies, drop column certifications',
]

import { type Kysely, sql } from 'kysely'

/** Which members are clients of which agencies, and whether they let the agency see their data (AG-5). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `create table agency_client (
    member_id uuid not null references member,
    agency_id text not null,
    region text not null,
    client_id uuid not null,
    agent_account_id uuid references account,
    consented_on date,
    consent_ended_on date,
    follow_up_on date,
    note text not null default '',
    version integer not null default 1,
    changed_at timestamptz not null,
    primary key (member_id, agency_id, region),
    foreign key (agency_id, region) references agency_region
  )`,
  'create index agency_client_by_agency on agency_client (agency_id, region, client_id)',
]

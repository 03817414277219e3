import { type Kysely, sql } from 'kysely'

/** Names of providers that come after what refers to them, and balances that come before their coverage (IM-1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

/** As `targetOf` reads a reference. */
const facilityOf = (resource: string) => `nullif(regexp_replace(regexp_replace(
  ${resource} #>> '{facility,reference}', '/_history/.*$', ''), '^(urn:.*:|#.*$|.*/)', ''), '')`

const statements = [
  'alter table claim add column facility_id text',
  `update claim set facility_id = ${facilityOf('v.resource')} from claim_version v
    where v.member_id = claim.member_id and v.claim_id = claim.claim_id and v.content_hash = claim.content_hash
      and jsonb_exists(v.resource, 'facility')`,
  'create index claim_provider on claim (provider_id, member_id) where provider_id is not null',
  'create index claim_facility on claim (facility_id, member_id) where facility_id is not null',
  'create index prescription_prescriber on prescription (prescriber_id, member_id) where prescriber_id is not null',
  'create index dispense_pharmacy on dispense (pharmacy_id, member_id) where pharmacy_id is not null',
  'create index authorization_provider on prior_authorization (provider_id, member_id) where provider_id is not null',
  'create index care_team_participants on care_team using gin (participants jsonb_path_ops)',
  'create index import_party_stands_for on import_party using gin (stands_for) where stands_for is not null',
  // after: the last member whose records already have the provider's name.
  `create table import_naming (
    party_id text primary key,
    after uuid not null default '00000000-0000-0000-0000-000000000000'
  )`,
  `insert into import_naming (party_id)
    select provider_id from claim where provider_name is null and provider_id in (select party_id from import_party)
    union select facility_id from claim where facility_name is null and facility_id in (select party_id from import_party)`,
  `alter table accumulator add column coverage_id text not null default ''`,
  `update accumulator set coverage_id = claim.coverage_id from claim
    where claim.member_id = accumulator.member_id and claim.resource_id = accumulator.resource_id
      and claim.coverage_id is not null`,
  // Of several values that are now about the same, the newest stays.
  `delete from accumulator a using accumulator b
    where (a.member_id, a.coverage_id, a.plan_kind, a.plan_year, a.kind, a.network, a.holder)
        = (b.member_id, b.coverage_id, b.plan_kind, b.plan_year, b.kind, b.network, b.holder)
      and (coalesce(a.as_of, '-infinity'), a.imported_at, a.client_number, a.group_number)
        < (coalesce(b.as_of, '-infinity'), b.imported_at, b.client_number, b.group_number)`,
  'alter table accumulator drop constraint accumulator_pkey',
  `alter table accumulator
    add primary key (member_id, coverage_id, plan_kind, plan_year, kind, network, holder)`,
  `update accumulator a set group_number = s.coverage ->> 'groupNumber', client_number = coalesce(
      (select min(g.client_number) from coverage g
        where g.member_id = s.member_id and g.group_number = s.coverage ->> 'groupNumber'), s.coverage ->> 'groupNumber')
    from coverage_source s
    where a.group_number = '' and s.member_id = a.member_id and s.resource_id = a.coverage_id`,
]

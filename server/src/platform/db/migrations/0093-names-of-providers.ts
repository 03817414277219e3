import { changeInParts, createIndex, type Step } from '../steps.ts'

/** Parses a reference as `findTargetId` does. */
const selectFacility = (resource: string) => `nullif(regexp_replace(regexp_replace(
  ${resource} #>> '{facility,reference}', '/_history/.*$', ''), '^(urn:.*:|#.*$|.*/)', ''), '')`

/** Handles providers' names that arrive after the records that refer to them, and balances that arrive before their coverage (IM-1). */
export const steps: readonly Step[] = [
  'alter table claim add column if not exists facility_id text',
  changeInParts('claim', {
    key: ['member_id', 'claim_id'],
    change: `update claim set facility_id = ${selectFacility('v.resource')}
      from part join claim_version v using (member_id, claim_id)
      where (claim.member_id, claim.claim_id) = (part.member_id, part.claim_id)
        and v.content_hash = claim.content_hash and jsonb_exists(v.resource, 'facility')`,
  }),
  createIndex('claim_provider', 'claim (provider_id, member_id) where provider_id is not null'),
  createIndex('claim_facility', 'claim (facility_id, member_id) where facility_id is not null'),
  createIndex('prescription_prescriber', 'prescription (prescriber_id, member_id) where prescriber_id is not null'),
  createIndex('dispense_pharmacy', 'dispense (pharmacy_id, member_id) where pharmacy_id is not null'),
  createIndex('authorization_provider', 'prior_authorization (provider_id, member_id) where provider_id is not null'),
  createIndex('care_team_participants', 'care_team using gin (participants jsonb_path_ops)'),
  createIndex('import_party_stands_for', 'import_party using gin (stands_for) where stands_for is not null'),
  // after: the last member whose records already have the provider's name.
  `create table if not exists import_naming (
    party_id text primary key,
    after uuid not null default '00000000-0000-0000-0000-000000000000'
  )`,
  `insert into import_naming (party_id)
    select provider_id from claim where provider_name is null and provider_id in (select party_id from import_party)
    union select facility_id from claim where facility_name is null and facility_id in (select party_id from import_party)
    on conflict do nothing`,
  `alter table accumulator add column if not exists coverage_id text not null default ''`,
  changeInParts('accumulator', {
    key: ['member_id'],
    change: `update accumulator a set coverage_id = claim.coverage_id from part join claim using (member_id)
      where a.member_id = part.member_id and claim.resource_id = a.resource_id and claim.coverage_id is not null`,
  }),
  // Of several values now under the same key, the newest stays.
  changeInParts('accumulator', {
    key: ['member_id'],
    change: `delete from accumulator a using part join accumulator b using (member_id)
      where a.member_id = part.member_id
        and (a.member_id, a.coverage_id, a.plan_kind, a.plan_year, a.kind, a.network, a.holder)
          = (b.member_id, b.coverage_id, b.plan_kind, b.plan_year, b.kind, b.network, b.holder)
        and (coalesce(a.as_of, '-infinity'), a.imported_at, a.client_number, a.group_number)
          < (coalesce(b.as_of, '-infinity'), b.imported_at, b.client_number, b.group_number)`,
  }),
  createIndex(
    'accumulator_of_coverage',
    'accumulator (member_id, coverage_id, plan_kind, plan_year, kind, network, holder)',
    { unique: true },
  ),
  `alter table accumulator drop constraint accumulator_pkey,
    add constraint accumulator_pkey primary key using index accumulator_of_coverage`,
  changeInParts('accumulator', {
    key: ['member_id'],
    change: `update accumulator a set group_number = s.coverage ->> 'groupNumber', client_number = coalesce(
        (select min(g.client_number) from coverage g
          where g.member_id = s.member_id and g.group_number = s.coverage ->> 'groupNumber'), s.coverage ->> 'groupNumber')
      from part join coverage_source s using (member_id)
      where a.member_id = part.member_id and a.group_number = '' and s.resource_id = a.coverage_id`,
  }),
]

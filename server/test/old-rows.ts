import { sql } from 'kysely'
import type { Reader } from '../src/platform/db/database.ts'

/** How many rows `fillOld` makes. */
export const oldRows = { members: 3_000, claims: 30_000 } as const

/** Fills a database that has the migrations up to 0072 with as many rows as show how an upgrade goes about a big one. */
export async function fillOld(db: Reader): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const selectMember = (number: string) => `md5('member' || ${number})::uuid`
const run = `'00000000-0000-0000-0000-000000000001'::uuid`

const statements = [
  `insert into member (member_id, brand, member_number, first_name, last_name, date_of_birth, relationship_code, contract_number)
    select ${selectMember('n')}, 'hmbcbs', n, 'A', 'B', '1980-01-01', '18', n from generate_series(1, ${oldRows.members}) n`,
  `insert into coverage (member_id, client_number, group_number, client_name, group_name, plan_name, medicare_indicator,
      is_nd_medicaid, position)
    select member_id, 'C1', 'G1', 'Client', 'Group', 'Plan', false, false, 1 from member`,
  `insert into product (member_id, client_number, group_number, position, product_name, is_blue_extra_basic, is_blue_extra_plus,
      blue_edge_dental_indv, drug_coverage)
    select member_id, 'C1', 'G1', 1, 'PPO', false, false, false, true from member`,
  `insert into coverage_source (member_id, resource_id, content_hash, coverage, run_id)
    select member_id, 'coverage-1', 'x', '{"relationshipCode": "18", "groupNumber": "G1"}', ${run} from member`,
  `insert into import_row (kind, row_id, content_hash, run_id)
    select 'members', sha256(member_number::bytea), 'x', ${run} from member`,
  `insert into claim (member_id, claim_id, claim_number, type, category, state, service_from, service_to, sensitive, details, facts,
      search_text, resource_id, content_hash, run_id, imported_at, provider_id, coverage_id)
    select ${selectMember(`(n % ${oldRows.members}) + 1`)}, md5('claim' || n)::uuid, n, 'professional', 'medical', 'paid', '2026-01-01',
      '2026-01-01', false, '{}', '{}', '', 'claim-' || n, 'hash', ${run}, now(), 'provider-1', 'coverage-1'
    from generate_series(1, ${oldRows.claims}) n`,
  `insert into claim_version (member_id, claim_id, content_hash, state, resource, run_id, imported_at)
    select member_id, claim_id, content_hash, state, '{"facility": {"reference": "Location/facility-1/_history/2"}}', run_id,
      imported_at from claim`,
  `insert into import_party (brand, party_id, party_type, name, content_hash, run_id)
    values ('hmbcbs', 'provider-1', 'Practitioner', 'Ann Example', 'x', ${run})`,
  // Two values about the same, as they were kept by group: the newer one stays.
  `insert into accumulator (member_id, client_number, group_number, plan_kind, plan_year, kind, network, holder, used_cents,
      resource_id, run_id, imported_at)
    select member_id, g, g, 'medical', 2026, 'deductible', 'in', 'person', cents, resource_id, run_id, at
    from claim, (values ('', 100, now() - interval '1 day'), ('G0', 200, now())) v (g, cents, at)
    where claim_number::int <= ${oldRows.members}`,
]

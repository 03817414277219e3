import { type Kysely, sql } from 'kysely'

/**
 * Members' contracts come from those of their coverages that count (MP-14). Until now an unknown relationship was stored as the
 * subscriber's; the next files are read as if they were new, so that every contract is found again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

const statements = [
  `update coverage_source set content_hash = '', coverage = case when coverage ->> 'relationshipCode' = '18'
    then jsonb_set(coverage, '{relationshipCode}', 'null') else coverage end`,
  `update import_row set content_hash = '' where kind = 'members'`,
  // Records that a plan corrects to another patient are found by their id.
  'create index prescription_by_resource on prescription (resource_id)',
  'create index dispense_by_resource on dispense (resource_id)',
  'create index prior_authorization_by_resource on prior_authorization (resource_id)',
  'create index care_team_by_resource on care_team (resource_id)',
  'create index related_person_by_resource on related_person (resource_id)',
]

import { changeInParts, createIndex, type Step } from '../steps.ts'

/**
 * Derives members' contracts from those of their coverages that count (MP-14). Earlier versions stored an unknown relationship as the
 * subscriber's; the next files are read as if they were new, so that every contract is derived again.
 */
export const steps: readonly Step[] = [
  changeInParts('coverage_source', {
    key: ['member_id', 'resource_id'],
    change: `update coverage_source s set content_hash = '', coverage = case when coverage ->> 'relationshipCode' = '18'
        then jsonb_set(coverage, '{relationshipCode}', 'null') else coverage end
      from part where (s.member_id, s.resource_id) = (part.member_id, part.resource_id)`,
  }),
  changeInParts('import_row', {
    key: ['kind', 'row_id'],
    change: `update import_row r set content_hash = '' from part
      where (r.kind, r.row_id) = (part.kind, part.row_id) and r.kind = 'members'`,
  }),
  // Finds records by id when a plan reassigns them to another patient.
  createIndex('prescription_by_resource', 'prescription (resource_id)'),
  createIndex('dispense_by_resource', 'dispense (resource_id)'),
  createIndex('prior_authorization_by_resource', 'prior_authorization (resource_id)'),
  createIndex('care_team_by_resource', 'care_team (resource_id)'),
  createIndex('related_person_by_resource', 'related_person (resource_id)'),
]

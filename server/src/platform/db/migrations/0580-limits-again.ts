import { changeInParts, type Step } from '../steps.ts'

/**
 * Earlier versions read plans' and coverages' out-of-pocket limits as out-of-network ones: the next files are read as if they were new
 * (IM-1, MP-15). Not an empty digest for plans: that marks a plan made of rows.
 */
export const steps: readonly Step[] = [
  changeInParts('coverage_source', {
    key: ['member_id', 'resource_id'],
    change: `update coverage_source s set content_hash = '' from part
      where (s.member_id, s.resource_id) = (part.member_id, part.resource_id)`,
  }),
  changeInParts('plan', {
    key: ['brand', 'plan_id', 'plan_year'],
    change: `update plan s set content_hash = '\\x00' from part
      where (s.brand, s.plan_id, s.plan_year) = (part.brand, part.plan_id, part.plan_year) and s.content_hash <> ''`,
  }),
]

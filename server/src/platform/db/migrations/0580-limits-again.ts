import { changeInParts, type Step } from '../steps.ts'

/**
 * Limits of plans and coverages that are called out of pocket were read as those outside of the network: the next files are read as if they were
 * new (IM-1, MP-15). A plan without a digest would be one of rows.
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

import { createIndex, type Step } from '../steps.ts'

/** Finds claims that name their own replacement, once the replacement arrives (IM-1). */
export const steps: readonly Step[] = [
  createIndex('claim_replaced_by', 'claim (member_id, replaced_by) where replaced_by is not null'),
]

import { createIndex, type Step } from '../steps.ts'

/** Finds the few claims that replace several others, once those arrive (IM-1). */
export const steps: readonly Step[] = [
  createIndex('claim_also_replaces', "claim (member_id) where jsonb_exists(facts, 'alsoReplaces')"),
]

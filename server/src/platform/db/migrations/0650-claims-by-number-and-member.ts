import { createIndex, type Step } from '../steps.ts'

/** Finds, besides whose care a row is about that names a claim by its number alone, a member's own claim of a number at once (MP-3, MP-14). */
export const steps: readonly Step[] = [
  createIndex('claim_by_number_and_member', 'claim (claim_number, member_id)'),
  'drop index if exists claim_by_number',
]

import { createIndex, type Step } from '../steps.ts'

/** Finds the patient of a row that names a claim only by its number, and also a member's own claim by its number (MP-3, MP-14). */
export const steps: readonly Step[] = [
  createIndex('claim_by_number_and_member', 'claim (claim_number, member_id)'),
  'drop index if exists claim_by_number',
]

import { createIndex, type Step } from '../steps.ts'

/** Finds the patient of a vendor's row that names a claim only by its number (MP-14). */
export const steps: readonly Step[] = [createIndex('claim_by_number', 'claim (claim_number)')]

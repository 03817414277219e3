import { createIndex, type Step } from '../steps.ts'

/** Finds whose care a vendor's row is about that names a claim by its number alone (MP-14). */
export const steps: readonly Step[] = [createIndex('claim_by_number', 'claim (claim_number)')]

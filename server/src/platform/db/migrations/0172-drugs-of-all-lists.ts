import { createIndex, type Step } from '../steps.ts'

/** A drug on the lists of all plans of a brand, which apps ask for (OS-17). */
export const steps: readonly Step[] = [createIndex('formulary_drug_by_drug', 'formulary_drug (brand, drug_id)')]

import { createIndex, type Step } from '../steps.ts'

/** Finds a drug across the formularies of all of a brand's plans, for apps (OS-17). */
export const steps: readonly Step[] = [createIndex('formulary_drug_by_drug', 'formulary_drug (brand, drug_id)')]

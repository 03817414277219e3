import { createIndex, type Step } from '../steps.ts'

/** People register by the number of any coverage (RG-1, MP-12), such as that on their dental card. */
export const steps: readonly Step[] = [
  createIndex('coverage_source_contract', `coverage_source ((coverage ->> 'contractNumber'))`),
  createIndex('coverage_source_number', `coverage_source ((coverage ->> 'memberNumber'))`),
]

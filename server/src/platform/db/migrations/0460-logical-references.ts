import { createIndex, type Step } from '../steps.ts'

/** A file may name providers by their NPI alone, and patients by their member number. */
export const steps: readonly Step[] = [
  createIndex('import_party_by_npi', 'import_party (npi) where npi is not null'),
  createIndex('import_patient_by_number', 'import_patient (brand, member_number)'),
]

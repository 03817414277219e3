import { createIndex, type Step } from '../steps.ts'

/** A file may name patients by their member number alone (IM-1). */
export const steps: readonly Step[] = [createIndex('import_patient_by_number', 'import_patient (brand, member_number)')]

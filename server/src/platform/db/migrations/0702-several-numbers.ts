import { createIndex, type Step } from '../steps.ts'

/** Files name people of several member numbers by any of these (IM-1, MP-12), such as that of a dental card. */
export const steps: readonly Step[] = [
  createIndex('import_patient_several', 'import_patient using gin (numbers jsonb_path_ops) where numbers is not null'),
]

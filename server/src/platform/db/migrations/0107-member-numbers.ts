import { createIndex, type Step } from '../steps.ts'

/**
 * A person in a plan's files may have several member numbers, one after another or beside the family's (MP-12, IM-1): `unique_number` is
 * their own if others share the first, `former_number` is one that has ended, and `numbers` holds all with their days if another may take
 * effect on `numbers_on`.
 */
export const steps: readonly Step[] = [
  `alter table import_patient
    add column if not exists unique_number text,
    add column if not exists former_number text,
    add column if not exists numbers jsonb,
    add column if not exists numbers_on date`,
  createIndex('import_patient_number', 'import_patient (brand, member_number)'),
  createIndex('import_patient_numbers_on', 'import_patient (numbers_on) where numbers_on is not null'),
]

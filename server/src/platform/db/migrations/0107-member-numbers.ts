import { createIndex, type Step } from '../steps.ts'

/**
 * A person of a plan's files has several member numbers, one after another or beside a family's (MP-12, IM-1): `unique_number` is their own
 * where others share the first, `former_number` one that has ended, `numbers` all with their days, if another may count from `numbers_on`.
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

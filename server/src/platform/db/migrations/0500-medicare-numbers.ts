import { changeInParts, createIndex, type Step } from '../steps.ts'

/**
 * Bulk files of claims name people by their Medicare number, which a plan's own file has beside its number (IM-1). Files of people that have
 * one are read anew when they are loaded again.
 */
export const steps: readonly Step[] = [
  'alter table import_patient add column if not exists medicare_number text',
  createIndex('import_patient_medicare', 'import_patient (brand, medicare_number) where medicare_number is not null'),
  changeInParts('import_patient', {
    key: ['brand', 'patient_id'],
    change: `update import_patient p set content_hash = '' from part
      where (p.brand, p.patient_id) = (part.brand, part.patient_id) and p.resource like '%us-mbi%'`,
  }),
]

import { changeInParts, createIndex, type Step } from '../steps.ts'

/**
 * Bulk claim files name people by their Medicare number, which a plan's own file has beside the member number (IM-1). People whose files
 * have one are read again at the next load.
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

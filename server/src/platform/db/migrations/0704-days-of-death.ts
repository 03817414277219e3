import { changeInParts, type Step } from '../steps.ts'

/** Apps find people by their day of death (OS-1): those who have one are read as if they were new, with the next files. */
export const steps: readonly Step[] = [
  changeInParts('import_patient', {
    key: ['brand', 'patient_id'],
    change: `update import_patient s set content_hash = '' from part
      where (s.brand, s.patient_id) = (part.brand, part.patient_id) and s.resource like '%"deceasedDateTime"%'`,
  }),
]

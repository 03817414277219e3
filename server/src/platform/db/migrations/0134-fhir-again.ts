import { changeInParts, type Step } from '../steps.ts'

/**
 * Earlier versions kept only parts of people, coverages, providers and drugs: the next files are read as if they were new, so that apps get
 * them whole (OS-25).
 */
export const steps: readonly Step[] = [
  emptyDigests('import_patient', ['brand', 'patient_id']),
  emptyDigests('coverage_source', ['member_id', 'resource_id']),
  emptyDigests('import_party', ['brand', 'party_id']),
  emptyDigests('import_medication', ['brand', 'medication_id']),
  changeInParts('import_row', {
    key: ['kind', 'row_id'],
    change: `update import_row r set content_hash = '' from part
      where (r.kind, r.row_id) = (part.kind, part.row_id) and r.kind = 'members'`,
  }),
]

function emptyDigests(table: string, key: readonly string[]): Step {
  const [stored, listed] = ['s', 'part'].map((from) => key.map((name) => `${from}.${name}`).join(', '))
  return changeInParts(table, {
    key,
    change: `update ${table} s set content_hash = '' from part where (${stored}) = (${listed})`,
  })
}

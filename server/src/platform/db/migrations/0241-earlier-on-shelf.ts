import { createIndex, type Step } from '../steps.ts'

/**
 * Earlier plans' records are also on the member's shelf, for apps, providers and the next plan (OS-55), marked with the plan that sent
 * them.
 */
export const steps: readonly Step[] = [
  'alter table fhir_resource add column if not exists earlier_peer uuid',
  // A flag in its own row: the partial index stays small, because each record is shelved within seconds.
  'alter table earlier_record add column if not exists shelved boolean not null default false',
  createIndex('earlier_record_unshelved', 'earlier_record (member_id) where not shelved'),
]

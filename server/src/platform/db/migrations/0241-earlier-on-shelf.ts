import { createIndex, type Step } from '../steps.ts'

/** What earlier plans sent is on the member's shelf, too, for apps, providers and the next plan (OS-55): apart, by the plan that sent it. */
export const steps: readonly Step[] = [
  'alter table fhir_resource add column if not exists earlier_peer uuid',
  // Beside its record: a partial index of few rows, because each is shelved within seconds.
  'alter table earlier_record add column if not exists shelved boolean not null default false',
  createIndex('earlier_record_unshelved', 'earlier_record (member_id) where not shelved'),
]

import { createIndex, type Step } from '../steps.ts'

/** Who answered, for each rep's figures (MC-6), and every action on a lead (SH-8). */
export const steps: readonly Step[] = [
  'alter table desk_event add column if not exists answered_by uuid',
  `create table if not exists lead_entry (
    entry_id uuid primary key,
    lead_id uuid not null references lead on delete cascade,
    at timestamptz not null,
    by_name text not null,
    state text not null,
    note text not null,
    follow_up_on date
  )`,
  createIndex('lead_entry_of_lead', 'lead_entry (lead_id, at)'),
]

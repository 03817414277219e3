import type { Step } from '../steps.ts'

/** The plans of a price file, from the payer's table of contents (IM-8): a file for several plans does not name them itself. */
export const steps: readonly Step[] = [
  'alter table rates_file add column if not exists is_listed boolean not null default false',
  `create table if not exists rates_file_plan (
    file_id uuid not null references rates_file,
    plan_id text not null,
    plan_name text not null,
    primary key (file_id, plan_id, plan_name)
  )`,
  'create index if not exists rates_file_plan_name on rates_file_plan (file_id, lower(plan_name))',
]

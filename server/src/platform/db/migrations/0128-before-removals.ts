import type { Step } from '../steps.ts'

/** The directory and formularies that the last run replaced, so that the run can be undone (IM-7, IM-9). */
export const steps: readonly Step[] = [
  'alter table directory_generation drop constraint if exists directory_generation_state_check',
  `alter table directory_generation add constraint directory_generation_state_check
    check (state in ('loading', 'live', 'before', 'old'))`,
  `create table if not exists formulary_before (
    brand text not null,
    plan_id text not null,
    list jsonb,
    run_id uuid not null,
    primary key (brand, plan_id)
  )`,
]

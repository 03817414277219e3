import type { Step } from '../steps.ts'

/** The shop's plans and prices that the last run replaced, so that the run can be undone (IM-8, IM-9). */
export const steps: readonly Step[] = [
  `create table if not exists shop_catalogue_before (
    brand text not null,
    plan_year integer not null,
    parts jsonb not null,
    catalogue jsonb,
    run_id uuid not null,
    primary key (brand, plan_year)
  )`,
  `create table if not exists shop_before (
    brand text not null,
    plan_year integer not null,
    part text not null,
    id text not null,
    content jsonb not null,
    primary key (brand, plan_year, part, id)
  )`,
  'alter table rates_file drop constraint if exists rates_file_state_check',
  `alter table rates_file add constraint rates_file_state_check
    check (state in ('loading', 'current', 'before', 'old')) not valid`,
]

import type { Step } from '../steps.ts'

/** A version of a console brand may withdraw the brand (BR-8). */
export const steps: readonly Step[] = [
  'alter table brand_version add column if not exists withdrawn boolean not null default false',
]

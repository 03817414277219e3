import type { Step } from '../steps.ts'

/** Each sender's counts in a night's files, to compare with the last time, and which sender last reported a member (FD-7). */
export const steps: readonly Step[] = [
  `alter table x12_feed add column if not exists parts jsonb not null default '[]'`,
  'alter table x12_member add column if not exists sender text',
]

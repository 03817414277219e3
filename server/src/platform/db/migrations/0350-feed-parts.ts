import type { Step } from '../steps.ts'

/** What each sender's files of a night came to, beside the last time, and who last said something of a member (FD-7). */
export const steps: readonly Step[] = [
  `alter table x12_feed add column if not exists parts jsonb not null default '[]'`,
  'alter table x12_member add column if not exists sender text',
]

import type { Step } from '../steps.ts'

/** Which X12 files came in a nightly run, and who was notified of held or missing ones (FD-7). */
export const steps: readonly Step[] = [
  `alter table x12_feed
    add column if not exists nightly boolean not null default false,
    add column if not exists told_at timestamptz,
    add column if not exists told_late text[] not null default '{}'`,
]

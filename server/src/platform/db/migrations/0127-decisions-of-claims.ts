import type { Step } from '../steps.ts'

/** What a version of a claim decided, as a digest: a version that was only sent again is no new decision (IM-2). Null: from before this. */
export const steps: readonly Step[] = ['alter table claim_version add column if not exists decision bytea']

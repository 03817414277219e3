import type { Step } from '../steps.ts'

/**
 * A digest of what a claim version decided: a version that was merely sent again is not a new decision (IM-2). Null: from before this
 * column.
 */
export const steps: readonly Step[] = ['alter table claim_version add column if not exists decision bytea']

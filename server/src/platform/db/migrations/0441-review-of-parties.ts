import type { Step } from '../steps.ts'

/** For a partial review: the parties whose records are judged again (MP-14). */
export const steps: readonly Step[] = ['alter table sensitivity_review add column if not exists parties text[]']

import type { Step } from '../steps.ts'

/** Whom records must name to be judged again, where not all of a plan's are (MP-14). */
export const steps: readonly Step[] = ['alter table sensitivity_review add column if not exists parties text[]']

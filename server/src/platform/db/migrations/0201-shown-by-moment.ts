import { createIndex, type Step } from '../steps.ts'

/** Finds old records of what the directory showed, for deletion in parts (OP-7). */
export const steps: readonly Step[] = [createIndex('provider_shown_by_moment', 'provider_shown (shown_at)')]

import { createIndex, type Step } from '../steps.ts'

/** What the directory showed long ago is deleted in parts (OP-7). */
export const steps: readonly Step[] = [createIndex('provider_shown_by_moment', 'provider_shown (shown_at)')]

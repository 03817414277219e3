import type { Step } from '../steps.ts'

/** A payer's notes about a price (IM-8). */
export const steps: readonly Step[] = ['alter table rates_price add column if not exists note text']

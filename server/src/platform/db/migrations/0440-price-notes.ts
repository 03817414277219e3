import type { Step } from '../steps.ts'

/** What a payer's file says in words of a price (IM-8). */
export const steps: readonly Step[] = ['alter table rates_price add column if not exists note text']

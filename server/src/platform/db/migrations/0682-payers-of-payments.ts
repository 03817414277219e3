import type { Step } from '../steps.ts'

/** Who numbers the claim that a transaction of a spending account pays, where several payers number their own (MP-10). */
export const steps: readonly Step[] = ['alter table spending_transaction add column if not exists claim_payer text']

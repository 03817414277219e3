import type { Step } from '../steps.ts'

/** Which payer numbered the claim that a spending account transaction pays, because several payers number their own (MP-10). */
export const steps: readonly Step[] = ['alter table spending_transaction add column if not exists claim_payer text']

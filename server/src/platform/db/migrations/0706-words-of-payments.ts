import type { Step } from '../steps.ts'

/**
 * What a vendor's row says of whether a payment is sensitive; null: nothing, so that the rules about its words decide, and decide again
 * when they change (MP-14). Brands whose spending accounts alone are stored are reviewed, too.
 */
export const steps: readonly Step[] = [
  'alter table spending_transaction add column if not exists sensitive_said boolean',
  `insert into sensitivity_review (brand, edition, after)
    select brand, '', '00000000-0000-0000-0000-000000000000' from spending_sent on conflict do nothing`,
]

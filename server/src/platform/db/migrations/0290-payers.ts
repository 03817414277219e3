import { changeInParts, createIndex, type Step } from '../steps.ts'

const fill = (table: string) =>
  changeInParts(table, {
    key: ['member_id', 'payment_id'],
    change: `update ${table} row set payer_id = row.member_id from part
      where (row.member_id, row.payment_id) = (part.member_id, part.payment_id) and row.payer_id is null`,
  })

/**
 * Who pays a premium: a member, or for a first premium the application (SH-9), whose id was in `member_id` until now. That column stays as
 * it is while the last release reads it.
 */
export const steps: readonly Step[] = [
  'alter table premium_payment add column if not exists payer_id uuid',
  'alter table ledger_entry add column if not exists payer_id uuid',
  fill('premium_payment'),
  fill('ledger_entry'),
  createIndex('premium_payment_by_id', 'premium_payment (payment_id)'),
  createIndex(
    'premium_payment_of_application',
    'premium_payment (enrollment_id, created_at) where enrollment_id is not null',
  ),
  createIndex('ledger_entry_by_payment', 'ledger_entry (payment_id)'),
]

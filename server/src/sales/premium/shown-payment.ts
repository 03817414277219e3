import type { PayloadOf } from '@portico/contract/call'
import type { premiumMethod } from '@portico/contract/calls/autopay'
import type { premiumPayment } from '@portico/contract/calls/premium'
import { easternDay } from '../../platform/day.ts'
import type { MethodRow } from './method-store.ts'
import type { PaymentRow } from './payment-store.ts'

/** A payment as its payer sees it. */
export function toShownPayment(row: PaymentRow): PayloadOf<typeof premiumPayment> {
  return {
    paymentId: row.payment_id,
    accountId: row.account_id,
    state: row.state,
    amountCents: row.amount_cents,
    paidCents: row.paid_cents,
    refundedCents: row.refunded_cents - row.taken_back_cents,
    takenBackCents: row.taken_back_cents,
    takenBackOn: row.taken_back_at && easternDay(row.taken_back_at),
    url: row.state === 'sent' ? row.url : null,
    at: row.created_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
    sandbox: row.gateway === 'sandbox',
    automatic: row.auto_due_on !== null,
    saved: row.method_id !== null,
    paidBy:
      row.paid_by_kind === null
        ? null
        : { kind: row.paid_by_kind, label: row.paid_by_label, lastFour: row.paid_by_last_four },
  }
}

/** A payment method as its owner sees it. */
export function toShownMethod(row: MethodRow): PayloadOf<typeof premiumMethod> {
  const { method_id: methodId, state, kind, label, last_four: lastFour } = row
  return { methodId, state, kind, label, lastFour, url: state === 'open' ? row.url : null }
}

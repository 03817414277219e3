import type { PayloadOf } from '@portico/contract/call'
import type { premiumMethod } from '@portico/contract/calls/autopay'
import type { premiumPayment } from '@portico/contract/calls/premium'
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
    refundedCents: row.refunded_cents,
    url: row.state === 'sent' ? row.url : null,
    at: row.created_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
    sandbox: row.gateway === 'sandbox',
    automatic: row.auto_due_on !== null,
  }
}

/** A payment method as its owner sees it. */
export function toShownMethod(row: MethodRow): PayloadOf<typeof premiumMethod> {
  const { method_id: methodId, state, kind, label, last_four: lastFour } = row
  return { methodId, state, kind, label, lastFour, url: state === 'open' ? row.url : null }
}

import type { CallContext } from '../../platform/http/context.ts'
import { firstPollMs } from './payment-parts.ts'
import type { PaymentRow } from './payment-store.ts'

/** What a payment is for: a member's account, or an application's first premium. */
type PaymentOf = { readonly memberId: string; readonly accountId: string } | { readonly enrollmentId: string }

/** A payment as recorded before the gateway hears of it. */
export function makePayment(
  payment: Pick<PaymentRow, 'gateway'> & {
    readonly paymentId: string
    readonly amountCents: number
    readonly returnTo: string
  },
  of: PaymentOf,
  { language, now }: Pick<PaymentRow, 'language'> & Pick<CallContext, 'now'>,
): PaymentRow {
  return {
    ...('memberId' in of
      ? { member_id: of.memberId, account_id: of.accountId, enrollment_id: null }
      : { member_id: of.enrollmentId, account_id: null, enrollment_id: of.enrollmentId }),
    payment_id: payment.paymentId,
    amount_cents: payment.amountCents,
    paid_cents: 0,
    refunded_cents: 0,
    disputes: {},
    state: 'created',
    gateway: payment.gateway,
    gateway_ref: null,
    url: null,
    language,
    return_to: payment.returnTo,
    looks: 0,
    look_at: new Date(now.getTime() + firstPollMs),
    created_at: now,
    changed_at: now,
    settled_at: null,
    told_at: null,
    method_id: null,
    auto_due_on: null,
    auto_try: null,
  }
}

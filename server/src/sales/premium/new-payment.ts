import type { CallContext } from '../../platform/http/context.ts'
import type { MethodRow } from './method-store.ts'
import { firstPollMs } from './payment-parts.ts'
import { type PaymentRow, toPaidByColumns } from './payment-store.ts'

const noPaidBy = { paid_by_kind: null, paid_by_label: null, paid_by_last_four: null } as const

/** What a payment is for: a member's account, or an application's first premium. */
type PaymentOf = { readonly memberId: string; readonly accountId: string } | { readonly enrollmentId: string }

/** A payment as recorded before the gateway learns of it; with a stored payment method we take it, and it needs no page. */
export function makePayment(
  payment: Pick<PaymentRow, 'gateway'> & {
    readonly paymentId: string
    readonly amountCents: number
    readonly returnTo: string
    readonly method?: MethodRow | undefined
  },
  of: PaymentOf,
  { language, now }: Pick<PaymentRow, 'language'> & Pick<CallContext, 'now'>,
): PaymentRow {
  return {
    ...('memberId' in of
      ? { member_id: of.memberId, payer_id: of.memberId, account_id: of.accountId, enrollment_id: null }
      : // The last release looks for an applicant's payment by `member_id`.
        { member_id: of.enrollmentId, payer_id: of.enrollmentId, account_id: null, enrollment_id: of.enrollmentId }),
    payment_id: payment.paymentId,
    amount_cents: payment.amountCents,
    paid_cents: 0,
    refunded_cents: 0,
    disputes: {},
    taken_back_cents: 0,
    taken_back_at: null,
    taken_back_told_at: null,
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
    method_id: payment.method?.method_id ?? null,
    auto_due_on: null,
    auto_try: null,
    ...noPaidBy,
    ...(payment.method?.kind &&
      toPaidByColumns({
        kind: payment.method.kind,
        label: payment.method.label,
        lastFour: payment.method.last_four,
      })),
  }
}

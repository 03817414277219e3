import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { payPremium, premiumPayment } from '@portico/contract/calls/premium'
import type { AuditContext } from '../../platform/audit/store.ts'
import type { Gateway } from '../../platform/gateway/port.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { askGateway, readNewest } from './ask-gateway.ts'
import { beginPayment } from './begin-payment.ts'
import { cancelPayment, readPayment } from './own-payment.ts'
import type { PaymentParts } from './payment-parts.ts'
import type { PaymentRow } from './payment-store.ts'

type Payment = PayloadOf<typeof premiumPayment>

export interface Payments {
  /** Null if this portal takes no payments. */
  readonly gateway: Gateway | null
  /**
   * Begins a payment of an amount that the member has confirmed, once per id (MP-19). Throws NOT-FOUND, FIELD-INVALID, CONFLICT while
   * another payment on the account is under way, UNAVAILABLE if payments are off.
   */
  begin(principal: MemberPrincipal, body: BodyOf<typeof payPremium>, context: CallContext): Promise<Payment>
  /** The state of a payment; asks the gateway while it is under way. Throws NOT-FOUND. */
  read(principal: MemberPrincipal, paymentId: string, context: AuditContext): Promise<Payment>
  /** Cancels a payment that has not been made yet; one that has been made stays. Throws NOT-FOUND, UNAVAILABLE. */
  cancel(principal: MemberPrincipal, paymentId: string, context: AuditContext): Promise<Payment>
  /** Asks the gateway about a payment and records the answer. Null without an answer. */
  ask(row: PaymentRow, now: Date): Promise<PaymentRow | null>
  /** The current state of a payment; asks the gateway while it is under way. */
  newest(row: PaymentRow, now: Date): Promise<PaymentRow>
}

export function createPayments(parts: PaymentParts): Payments {
  const { gateway } = parts

  return {
    gateway,
    begin: (principal, body, context) => beginPayment(parts, principal, body, context),
    read: (principal, paymentId, context) => readPayment(parts, principal, paymentId, context),
    cancel: (principal, paymentId, context) => cancelPayment(parts, principal, paymentId, context),
    ask: (row, now) => askGateway(parts, row, now),
    newest: (row, now) => readNewest(parts, row, now),
  }
}

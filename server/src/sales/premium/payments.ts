import type { Gateway } from '../../platform/gateway/port.ts'
import { askGateway, readNewest } from './ask-gateway.ts'
import { beginPayment } from './begin-payment.ts'
import { cancelPayment, readPayment } from './own-payment.ts'
import type { PaymentParts } from './payment-parts.ts'
import type { PaymentRow } from './payment-store.ts'

export interface Payments {
  /** Null: this portal takes no payments. */
  readonly gateway: Gateway | null
  /**
   * Begins a payment of an amount that the member has confirmed, once per id (MP-19). Throws NOT-FOUND, FIELD-INVALID, CONFLICT while
   * another payment on the account is under way, UNAVAILABLE if payments are off.
   */
  readonly begin: ReturnType<typeof beginPayment>
  /** The state of a payment; asks the gateway while it is under way. Throws NOT-FOUND. */
  readonly read: ReturnType<typeof readPayment>
  /** Cancels a payment that has not been made yet; one that has been made stays. Throws NOT-FOUND, UNAVAILABLE. */
  readonly cancel: ReturnType<typeof cancelPayment>
  /** Asks the gateway about a payment and records the answer. Null: no answer. */
  ask(row: PaymentRow, now: Date): Promise<PaymentRow | null>
  /** The current state of a payment; asks the gateway while it is under way. */
  newest(row: PaymentRow, now: Date): Promise<PaymentRow>
}

export function createPayments(parts: PaymentParts): Payments {
  const { gateway } = parts

  return {
    gateway,
    begin: beginPayment(parts),
    read: readPayment(parts),
    cancel: cancelPayment(parts),
    ask: (row, now) => askGateway(parts, row, now),
    newest: (row, now) => readNewest(parts, row, now),
  }
}

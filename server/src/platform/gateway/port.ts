import type { Language } from '@portico/contract/page'
import type { MethodKind } from '@portico/rules/premium/autopay'
import type { GatewayWord, PaidBy } from '@portico/rules/premium/payment'

/** A payment as sent to its gateway, without any data about a plan or health. */
export interface PaymentToOpen {
  /** Also the payment's id at the gateway: requests with the same id make one payment. */
  readonly paymentId: string
  readonly memberId: string
  readonly amountCents: number
  readonly brandName: string
  readonly language: Language
  /** Address to which the member returns. */
  readonly returnTo: string
}

export interface OpenPayment {
  /** The gateway's own id. */
  readonly ref: string
  /** The gateway's payment page; null once it is closed. */
  readonly url: string | null
  readonly word: GatewayWord
  /** Left out if unknown. */
  readonly by?: PaidBy | undefined
}

/** `ref` is null if nothing was started and nothing will be. */
export interface TakenPayment {
  readonly ref: string | null
  readonly url: null
  readonly word: GatewayWord
  readonly by?: PaidBy | undefined
}

/** A gateway's notice, with its signature verified. */
export interface GatewayNotice {
  readonly paymentId: string
  readonly memberId: string
  readonly ref: string | null
  readonly word: GatewayWord
  readonly by?: PaidBy | undefined
}

/** A payment as the gateway's own books record it, for comparison with ours. */
export interface BookedPayment {
  readonly ref: string
  readonly paymentId: string | null
  readonly memberId: string | null
  readonly word: GatewayWord
}

/** A payment method that a member wants to store, as sent to the gateway. */
export interface MethodToSave {
  /** Also the method's id at the gateway: requests with the same id make one page. */
  readonly methodId: string
  readonly memberId: string
  readonly brandName: string
  readonly language: Language
  readonly returnTo: string
}

/** A payment method stored at the gateway, with the name that its owner recognizes it by. */
export interface SavedMethod {
  readonly ref: string
  /** The gateway's customer id. */
  readonly customerRef: string
  readonly kind: MethodKind
  /** `Visa`, or the bank's name; null if unknown. */
  readonly label: string | null
  readonly lastFour: string | null
}

export interface OpenSetup {
  /** The gateway's own id. */
  readonly ref: string
  /** The gateway's page for entering it; null once it is closed. */
  readonly url: string | null
  readonly state: 'open' | 'saved' | 'expired'
  readonly method: SavedMethod | null
}

/** A payment with a stored payment method, without anyone present to confirm it. */
export interface PaymentToTake {
  readonly paymentId: string
  readonly memberId: string
  readonly amountCents: number
  readonly method: Pick<SavedMethod, 'ref' | 'customerRef' | 'kind'>
  /** When it was recorded: an old payment is searched for before it is taken. */
  readonly begunAt: Date
}

/** Moves money. Card and bank data are entered on the gateway's pages and stay there (MP-19). */
export interface Gateway {
  readonly name: 'stripe' | 'sandbox'
  /** Begins a payment, or finds the one with that id. Throws GatewayError. */
  open(payment: PaymentToOpen): Promise<OpenPayment>
  /**
   * Takes a payment with a stored payment method, or finds the one with that id; a declined one comes back as failed. Throws GatewayError.
   */
  take(payment: PaymentToTake): Promise<TakenPayment>
  /** Begins to store a payment method, or finds the one with that id. Throws GatewayError. */
  beginSetup(method: MethodToSave): Promise<OpenSetup>
  /** State of a payment method's setup; `close` ends a page on which no one has entered anything. Throws GatewayError. */
  readSetup(ref: string, how: 'look' | 'close'): Promise<OpenSetup>
  /** Makes the gateway forget a payment method; does nothing if it already has. Throws GatewayError. */
  forget(ref: string): Promise<void>
  /** The state of a payment. Throws GatewayError. */
  readPayment(ref: string): Promise<OpenPayment>
  /** Closes a page on which no one has paid; a completed payment stays. Throws GatewayError. */
  close(ref: string): Promise<OpenPayment>
  /** Null if the notice is not proven to come from the gateway; `ignored` if it is not about a payment. Throws GatewayError. */
  readNotice(body: Buffer, header: (name: string) => string | undefined): Promise<GatewayNotice | 'ignored' | null>
  /** The gateway's books since a moment. Throws GatewayError. */
  books(since: Date): AsyncIterable<BookedPayment>
}

/** The gateway did not do what was asked, or it is unknown whether it did. */
export class GatewayError extends Error {
  /** `unknown`: down, slow or not understood, so it may have acted; `refused`: it did not act. */
  readonly kind: 'unknown' | 'refused'
  constructor(kind: 'unknown' | 'refused', message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** How long to wait for a gateway, in ms. */
export const GATEWAY_WAIT_MS = 8_000

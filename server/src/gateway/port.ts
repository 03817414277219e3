import type { Language } from '@portico/contract/page'
import type { MethodKind } from '@portico/rules/premium/autopay'
import type { GatewayWord } from '@portico/rules/premium/payment'

/** A payment as sent to its gateway, with nothing about anyone's plan or health. */
export interface PaymentToOpen {
  /** Names it at the gateway too: asked for twice under one id, it is one payment. */
  readonly paymentId: string
  readonly memberId: string
  readonly amountCents: number
  readonly brandName: string
  readonly language: Language
  /** Where the member comes back to. */
  readonly returnTo: string
}

export interface OpenPayment {
  /** The gateway's own id. */
  readonly ref: string
  /** The gateway's page, where the member pays; null once that is over. */
  readonly url: string | null
  readonly word: GatewayWord
}

/** `ref` is null where nothing was begun and nothing will be. */
export interface TakenPayment {
  readonly ref: string | null
  readonly url: null
  readonly word: GatewayWord
}

/** A gateway's notice, with its signature verified. */
export interface GatewayNotice {
  readonly paymentId: string
  readonly memberId: string
  readonly ref: string | null
  readonly word: GatewayWord
}

/** A payment as the gateway's own books have it, for the comparison with ours. */
export interface BookedPayment {
  readonly ref: string
  readonly paymentId: string | null
  readonly memberId: string | null
  readonly word: GatewayWord
}

/** A way to pay that a member wants to store, as sent to the gateway. */
export interface MethodToSave {
  /** Names it at the gateway too: asked for twice under one id, it is one page. */
  readonly methodId: string
  readonly memberId: string
  readonly brandName: string
  readonly language: Language
  readonly returnTo: string
}

/** A way to pay stored at the gateway, with the name its owner knows it by. */
export interface SavedMethod {
  readonly ref: string
  /** The gateway's customer id. */
  readonly customerRef: string
  readonly kind: MethodKind
  /** `Visa`, or the bank's name; null: it does not say. */
  readonly label: string | null
  readonly lastFour: string | null
}

export interface OpenSetup {
  /** The gateway's own id. */
  readonly ref: string
  /** The gateway's page, where the member enters it; null once that is over. */
  readonly url: string | null
  readonly state: 'open' | 'saved' | 'expired'
  readonly method: SavedMethod | null
}

/** A payment by a way to pay that is kept, which no one is there to confirm. */
export interface PaymentToTake {
  readonly paymentId: string
  readonly memberId: string
  readonly amountCents: number
  readonly method: Pick<SavedMethod, 'ref' | 'customerRef' | 'kind'>
  /** When it was written down: what is old is looked for before it is taken. */
  readonly begunAt: Date
}

/** Moves money. Card and bank data are entered on its pages and stay there (MP-19). */
export interface Gateway {
  readonly name: 'stripe' | 'sandbox'
  /** Begins a payment, or finds the one of that id. Throws GatewayError. */
  open(payment: PaymentToOpen): Promise<OpenPayment>
  /**
   * Takes a payment by a way to pay that is kept, or finds the one of that id; one that was declined has failed. Throws
   * GatewayError.
   */
  take(payment: PaymentToTake): Promise<TakenPayment>
  /** Begins to keep a way to pay, or finds the one of that id. Throws GatewayError. */
  beginSetup(method: MethodToSave): Promise<OpenSetup>
  /** Its state; `close` ends a page where no one has entered anything. Throws GatewayError. */
  lookAtSetup(ref: string, how: 'look' | 'close'): Promise<OpenSetup>
  /** Forgets a way to pay; one that it has forgotten stays so. Throws GatewayError. */
  forget(ref: string): Promise<void>
  /** The state of a payment. Throws GatewayError. */
  look(ref: string): Promise<OpenPayment>
  /** Closes a page at which no one has paid; a payment that was made stays. Throws GatewayError. */
  close(ref: string): Promise<OpenPayment>
  /** Null for what is not proven to come from the gateway; `ignored` for notices that are not about a payment. */
  readNotice(body: Buffer, header: (name: string) => string | undefined): Promise<GatewayNotice | 'ignored' | null>
  /** Its books since a moment. Throws GatewayError. */
  books(since: Date): AsyncIterable<BookedPayment>
}

/** The gateway did not do what it was asked, or no one knows whether it did. */
export class GatewayError extends Error {
  /** `unknown`: down, slow or not to be understood, so that it may have been done; `refused`: it was not. */
  readonly kind: 'unknown' | 'refused'
  constructor(kind: 'unknown' | 'refused', message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** How long a gateway is waited for. */
export const GATEWAY_WAIT_MS = 8_000

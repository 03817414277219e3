import type { OrderKind } from '@portico/rules/medicines/orders'

/** What we tell a pharmacy about a request; `orderId` lets it recognize a repeated request. */
export interface PharmacyOrder {
  readonly orderId: string
  readonly kind: OrderKind
  readonly drug: { readonly name: string; readonly rxnorm: string | null; readonly ndc: string | null }
  readonly pharmacy: { readonly id: string | null; readonly name: string; readonly address: string | null }
  readonly prescriptionId: string | null
  readonly patient: {
    readonly memberNumber: string
    readonly firstName: string
    readonly lastName: string
    readonly birthDate: string
  }
}

/**
 * The connection to pharmacies: takes requests, and reports on them with signed notices. `send` returns once the other side has the
 * request, even if it had it before; `refused`: it will never take it. Throws if the outcome is unknown; we then send the request
 * again.
 */
export interface PharmacyPort {
  send(order: PharmacyOrder): Promise<'taken' | 'refused'>
}

/** The sandbox accepts everything; `sandbox-pharmacy.ts` sends its answers. */
export const sandboxPharmacy: PharmacyPort = { send: async () => 'taken' }

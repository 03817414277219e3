import { askAboutMethod } from './ask-method.ts'
import { beginMethod } from './begin-method.ts'
import { isMethod, type MethodRow, toMethodKey } from './method-store.ts'
import { dropMethod, readMethod } from './own-method.ts'
import type { PaymentParts } from './payment-parts.ts'
import { pollDue } from './polling.ts'
import type { PolledTable } from './polling-store.ts'

export interface Methods {
  /**
   * Begins to store a payment method, once per id (MP-18); the member enters it on the gateway's page. Throws NOT-FOUND, CONFLICT if
   * they have the maximum, UNAVAILABLE if payments are off.
   */
  readonly keep: ReturnType<typeof beginMethod>
  /** The state of a method; asks the gateway while its page is open. Throws NOT-FOUND. */
  readonly read: ReturnType<typeof readMethod>
  /**
   * Removes a method here and at the gateway; automatic payments with it end. Throws NOT-FOUND, and CONFLICT while a payment with it is
   * under way.
   */
  readonly remove: ReturnType<typeof dropMethod>
  /** Asks the gateway about payment methods that wait for an answer. Returns how many there were. */
  pollDue(now: Date, signal?: AbortSignal): Promise<number>
}

const polled: PolledTable<MethodRow> = { table: 'premium_method', isRow: (row) => isMethod(toMethodKey(row)) }

export function createMethods(parts: PaymentParts): Methods {
  const { database } = parts

  return {
    keep: beginMethod(parts),
    read: readMethod(parts),
    remove: dropMethod(parts),
    pollDue: (now, signal) =>
      pollDue({ database, of: polled, ask: (row) => askAboutMethod(parts, row, now) }, now, signal),
  }
}

import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { keepMethod, premiumMethod } from '@portico/contract/calls/autopay'
import type { AuditContext } from '../../platform/audit/store.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { askAboutMethod } from './ask-method.ts'
import { beginMethod } from './begin-method.ts'
import type { MethodRow } from './method-store.ts'
import { readMethod, removeMethod } from './own-method.ts'
import type { PaymentParts } from './payment-parts.ts'
import { type PolledTable, pollDue } from './polling.ts'

type Method = PayloadOf<typeof premiumMethod>

export interface Methods {
  /**
   * Begins to store a payment method, once per id (MP-18); it is entered on the gateway's page. Throws NOT-FOUND, CONFLICT if there are
   * enough, UNAVAILABLE if payments are off.
   */
  keep(principal: MemberPrincipal, body: BodyOf<typeof keepMethod>, context: CallContext): Promise<Method>
  /** Its state; asks the gateway while its page is open. Throws NOT-FOUND. */
  read(principal: MemberPrincipal, methodId: string, context: AuditContext): Promise<Method>
  /**
   * Removes it here and at the gateway; automatic payments with it end. Throws NOT-FOUND, and CONFLICT while a payment with it is under
   * way.
   */
  remove(principal: MemberPrincipal, methodId: string, context: AuditContext): Promise<Method>
  /** Asks the gateway about payment methods that wait for it. Returns how many there were. */
  pollDue(now: Date, signal?: AbortSignal): Promise<number>
}

const polled: PolledTable<MethodRow> = { table: 'premium_method', id: 'method_id' }

export function createMethods(parts: PaymentParts): Methods {
  const { database } = parts

  return {
    keep: (principal, body, context) => beginMethod(parts, principal, body, context),
    read: (principal, methodId, context) => readMethod(parts, principal, methodId, context),
    remove: (principal, methodId, context) => removeMethod(parts, principal, methodId, context),
    pollDue: (now, signal) =>
      pollDue({ database, of: polled, ask: (row) => askAboutMethod(parts, row, now) }, now, signal),
  }
}

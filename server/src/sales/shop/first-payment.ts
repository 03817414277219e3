import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { payFirstPremium } from '@portico/contract/calls/shop'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { audit } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { FirstPremiums } from '../premium/first-premium.ts'
import { type Application, findByTicket, holdApplication, notePayment } from './store.ts'

type Body = BodyOf<typeof payFirstPremium>

/** Whether the first premium of an application can still be paid (SH-9). */
export function isPayable({ state, pay_by }: Application, now: Date): boolean {
  return state === 'pending' && easternDay(now) <= pay_by
}

/**
 * Begins the payment of a first premium. Throws CHALLENGE-EXPIRED, CONFLICT if nothing is left to pay, UNAVAILABLE if payments are off,
 * TOO-MANY-REQUESTS.
 */
export type PayFirst = (body: Body, context: CallContext) => Promise<PayloadOf<typeof payFirstPremium>>

export function createPayFirst(parts: {
  readonly database: Database
  readonly limits: Limits
  readonly firstPremiums: FirstPremiums
}): PayFirst {
  const { database, limits, firstPremiums } = parts
  return (body, context) => {
    const { now, origin, ownOrigin } = context
    return limits.useTicket(origin.address, now, async () => {
      const row = await findByTicket(database.read, hashSecret(body.ticket))
      if (row === undefined) throw new CallError('CHALLENGE-EXPIRED')
      if (ownOrigin === null) throw new CallError('ORIGIN-REFUSED')
      const returnTo = `${ownOrigin}/${body.market === 'medicare' ? 'medicare' : 'shop'}/#/application`
      const paymentId = await database.transaction((tx) =>
        beginPayment(tx, row.enrollment_id, { body, returnTo, context }),
      )
      const payment = await firstPremiums.newest(row.enrollment_id, paymentId, now)
      if (payment === null) throw new Error('A payment was begun and is not there.')
      return payment
    })
  }

  /** The application's payment that is under way or done, or else this new one. */
  async function beginPayment(
    tx: Tx,
    enrollmentId: string,
    { body, returnTo, context }: { readonly body: Body; readonly returnTo: string; readonly context: CallContext },
  ): Promise<string> {
    const row = await holdApplication(tx, enrollmentId)
    if (row === undefined) throw new CallError('CHALLENGE-EXPIRED')
    if (row.payment_id !== null) return row.payment_id
    const paymentId = body.clientPaymentId
    // A request repeated after the payment failed still means the same payment.
    if (await firstPremiums.isKnown(tx, enrollmentId, paymentId)) return paymentId
    if (!isPayable(row, context.now)) throw new CallError('CONFLICT')
    const first = { enrollmentId, paymentId, amountCents: row.first_premium_cents, returnTo }
    await firstPremiums.create(tx, first, context)
    await notePayment(tx, enrollmentId, paymentId)
    const event = { action: 'first-premium.begin', recordType: 'application', recordId: enrollmentId }
    await audit(tx, null, event, context)
    return paymentId
  }
}

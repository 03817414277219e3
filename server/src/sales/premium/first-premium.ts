import type { Payment } from '@portico/contract/calls/premium'
import type * as v from 'valibot'
import type { Database, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { makePayment } from './new-payment.ts'
import { findPayment, insertPayment, lastFirstPayment } from './payment-store.ts'
import type { Payments } from './payments.ts'
import { toShownPayment } from './shown-payment.ts'

type Shown = v.InferOutput<typeof Payment>

/** An application's first premium, to be paid through the gateway. */
export interface FirstPremium {
  readonly enrollmentId: string
  readonly paymentId: string
  readonly amountCents: number
  readonly returnTo: string
}

/** Payments of first premiums (SH-9): the shop decides when one is allowed; after that they are like any other payment. */
export interface FirstPremiums {
  readonly pays: 'no' | 'yes' | 'sandbox'
  /** Records a payment in the transaction that allows it; `newest` then asks the gateway. Throws UNAVAILABLE. */
  create(tx: Tx, first: FirstPremium, context: Pick<CallContext, 'language' | 'now'>): Promise<void>
  isKnown(tx: Tx, enrollmentId: string, paymentId: string): Promise<boolean>
  /** The current state of the payment; null: there is none. */
  newest(enrollmentId: string, paymentId: string, now: Date): Promise<Shown | null>
  /** The current state of the newest payment of an application. */
  last(enrollmentId: string, now: Date): Promise<Shown | null>
}

export function createFirstPremiums({
  database,
  payments,
}: {
  readonly database: Database
  readonly payments: Payments
}): FirstPremiums {
  const { gateway } = payments
  return {
    pays: gateway === null ? 'no' : gateway.name === 'sandbox' ? 'sandbox' : 'yes',
    create: async (tx, { enrollmentId, ...first }, context) => {
      if (gateway === null) throw new CallError('UNAVAILABLE')
      await insertPayment(tx, makePayment({ gateway: gateway.name, ...first }, { enrollmentId }, context))
    },
    isKnown: async (tx, enrollmentId, paymentId) =>
      (await findPayment(tx, { payerId: enrollmentId, paymentId })) !== undefined,
    newest: async (enrollmentId, paymentId, now) => {
      const row = await findPayment(database.read, { payerId: enrollmentId, paymentId })
      return row === undefined ? null : toShownPayment(await payments.newest(row, now))
    },
    last: async (enrollmentId, now) => {
      const row = await lastFirstPayment(database.read, enrollmentId)
      return row === undefined ? null : toShownPayment(await payments.newest(row, now))
    },
  }
}

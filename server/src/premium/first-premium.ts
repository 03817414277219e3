import type { Payment } from '@portico/contract/calls/premium'
import type * as v from 'valibot'
import type { Database, Tx } from '../db/database.ts'
import { CallError } from '../http/call-error.ts'
import type { CallContext } from '../http/context.ts'
import { findPayment, insertPayment, lastFirstPayment } from './payment-store.ts'
import { newPayment, type Payments } from './payments.ts'
import { shownPayment } from './shown-payment.ts'

type Shown = v.InferOutput<typeof Payment>

/** A first premium of an application, to be paid through the gateway. */
export interface FirstPremium {
  readonly enrollmentId: string
  readonly paymentId: string
  readonly amountCents: number
  readonly returnTo: string
}

/** Payments of first premiums (SH-9). When there may be one, the shop decides; here they are made as any other. */
export interface FirstPremiums {
  readonly pays: 'no' | 'yes' | 'sandbox'
  /** Writes a payment down, in the transaction that allows it; the gateway is asked by `newest`. Throws UNAVAILABLE. */
  create(tx: Tx, first: FirstPremium, context: Pick<CallContext, 'language' | 'now'>): Promise<void>
  isKnown(tx: Tx, enrollmentId: string, paymentId: string): Promise<boolean>
  /** The payment as it stands now; null where there is none. */
  newest(enrollmentId: string, paymentId: string, now: Date): Promise<Shown | null>
  /** The newest payment that was begun for an application, as it stands now. */
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
      await insertPayment(tx, newPayment({ gateway, ...first }, { enrollmentId }, context))
    },
    isKnown: async (tx, enrollmentId, paymentId) =>
      (await findPayment(tx, { memberId: enrollmentId, paymentId })) !== undefined,
    newest: async (enrollmentId, paymentId, now) => {
      const row = await findPayment(database.read, { memberId: enrollmentId, paymentId })
      return row === undefined ? null : shownPayment(await payments.newest(row, now))
    },
    last: async (enrollmentId, now) => {
      const row = await lastFirstPayment(database.read, enrollmentId)
      return row === undefined ? null : shownPayment(await payments.newest(row, now))
    },
  }
}

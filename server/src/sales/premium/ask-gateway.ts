import { computePollDelayMs, PAGE_LIVES_MS } from '@portico/rules/premium/payment'
import { findMember } from '../../member/member/contract.ts'
import { GatewayError, type PaymentToTake } from '../../platform/gateway/port.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { brandOfApplication } from '../shop/first-premiums.ts'
import { findMethod } from './method-store.ts'
import type { PaymentParts } from './payment-parts.ts'
import {
  findPayment,
  type Heard,
  type PaymentRow,
  pollLater,
  takeWord,
  toPaymentKey,
  underWay,
} from './payment-store.ts'

export async function readNewest(parts: PaymentParts, row: PaymentRow, now: Date): Promise<PaymentRow> {
  const { database } = parts
  if (!underWay.includes(row.state)) return row
  const asked = await askGateway(parts, row, now)
  // A simultaneous request may have recorded it first.
  return asked ?? (await findPayment(database.read, toPaymentKey(row))) ?? row
}

export async function askGateway(parts: PaymentParts, row: PaymentRow, now: Date): Promise<PaymentRow | null> {
  const { gateway } = parts
  if (gateway === null || gateway.name !== row.gateway) return null
  const { gateway_ref: ref } = row
  if (ref === null && row.method_id !== null) {
    const payment = await describeTaking(parts, row, row.method_id)
    return recordAnswer(parts, row, () => gateway.take(payment), now)
  }
  if (ref === null) {
    const payment = await describeOpening(parts, row)
    return recordAnswer(parts, row, () => gateway.open(payment), now)
  }
  // Closes a page that was left open, so that the account is free for another payment.
  const isOver = row.state === 'sent' && now.getTime() - row.created_at.getTime() > PAGE_LIVES_MS
  return recordAnswer(parts, row, () => (isOver ? gateway.close(ref) : gateway.readPayment(ref)), now)
}

/** Asks outside any transaction, and records the answer in one. */
export async function recordAnswer(
  { database, logger }: PaymentParts,
  row: PaymentRow,
  asking: () => Promise<Heard>,
  now: Date,
) {
  const key = toPaymentKey(row)
  try {
    const said = await asking()
    return await database.transaction((tx) => takeWord(tx, key, said, now))
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    // The gateway refused the payment before it began, so it has no effect.
    if (error.kind === 'refused' && row.gateway_ref === null) {
      const word = { status: 'failed', paidCents: 0, refundedCents: 0 } as const
      return await database.transaction((tx) => takeWord(tx, key, { word }, now))
    }
    logger.warn(
      { paymentId: row.payment_id, kind: error.kind, err: error },
      'payment: the gateway gave no result, asked again later',
    )
    const at = new Date(now.getTime() + computePollDelayMs(row.looks))
    await database.transaction((tx) => pollLater(tx, key, { at, unknown: row.gateway_ref === null }))
    return null
  }
}

async function describeTaking({ database }: PaymentParts, row: PaymentRow, methodId: string): Promise<PaymentToTake> {
  const { member_id: memberId, payment_id: paymentId, amount_cents: amountCents, created_at: begunAt } = row
  const method = await findMethod(database.read, { memberId, methodId })
  // A payment method is never removed while a payment with it is under way.
  if (!method?.gateway_ref || !method.customer_ref || !method.kind) throw new CallError('NOT-FOUND')
  const by = { ref: method.gateway_ref, customerRef: method.customer_ref, kind: method.kind }
  return { paymentId, memberId, amountCents, begunAt, method: by }
}

async function describeOpening({ database, findBrandName }: PaymentParts, row: PaymentRow) {
  const { enrollment_id: enrollmentId } = row
  const brand =
    enrollmentId === null
      ? (await findMember(database.read, row.member_id))?.brand
      : await brandOfApplication(database.read, enrollmentId)
  if (brand == null) throw new CallError('NOT-FOUND')
  const language = row.language === 'es' ? 'es' : 'en'
  return {
    paymentId: row.payment_id,
    memberId: toPaymentKey(row).payerId,
    amountCents: row.amount_cents,
    brandName: findBrandName(brand, language),
    language,
    returnTo: row.return_to,
  } as const
}

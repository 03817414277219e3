import type { cancelPremiumPayment, premiumPayment } from '@portico/contract/calls/premium'
import { demandPayer } from '../../member/member/payer.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { FinishedHandler } from '../../platform/http/stages.ts'
import { askGateway, readNewest, recordAnswer } from './ask-gateway.ts'
import type { PaymentParts } from './payment-parts.ts'
import { findPayment, type PaymentKey, type PaymentRow, underWay } from './payment-store.ts'
import { toShownPayment } from './shown-payment.ts'

export const readPayment = (parts: PaymentParts): FinishedHandler<typeof premiumPayment, undefined, PaymentRow> => ({
  handle: async ({ principal, params: { paymentId } }, _context, tx) =>
    about(paymentId, await requireOwnPayment(tx, principal, paymentId)),
  changesAtEnd: true,
  finish: async (row, _input, { now }) => toShownPayment(await readNewest(parts, row, now)),
})

export const cancelPayment = (
  parts: PaymentParts,
): FinishedHandler<typeof cancelPremiumPayment, undefined, PaymentRow> => ({
  handle: async ({ principal, params: { paymentId } }, _context, tx) =>
    about(paymentId, await requireOwnPayment(tx, principal, paymentId)),
  finish: async (row, _input, { now }) => {
    const { gateway } = parts
    if (!underWay.includes(row.state)) return toShownPayment(row)
    // A payment with a stored method has no page to close, and asking again would take it.
    if (gateway === null || row.method_id !== null) throw new CallError('UNAVAILABLE')
    // Without the gateway's id we do not know whether it has started the payment: asking starts it, so that we can close it.
    const known = row.gateway_ref === null ? await askGateway(parts, row, now) : row
    if (known === null || known.gateway_ref === null) throw new CallError('UNAVAILABLE')
    const { gateway_ref: ref } = known
    const closed = await recordAnswer(parts, known, () => gateway.close(ref), now)
    if (closed === null) throw new CallError('UNAVAILABLE')
    return toShownPayment(closed)
  },
})

/** Throws NOT-FOUND. */
async function requireOwnPayment(tx: Tx, principal: MemberPrincipal, paymentId: string): Promise<PaymentRow> {
  await demandPayer(tx, principal)
  const key: PaymentKey = { payerId: principal.memberId, paymentId }
  const row = await findPayment(tx, key)
  if (row === undefined) throw new CallError('NOT-FOUND')
  return row
}

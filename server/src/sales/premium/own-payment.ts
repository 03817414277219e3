import { demandPayer } from '../../member/member/payer.ts'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { askGateway, readNewest, recordAnswer } from './ask-gateway.ts'
import type { PaymentParts } from './payment-parts.ts'
import { findPayment, type PaymentKey, type PaymentRow, underWay } from './payment-store.ts'
import { toShownPayment } from './shown-payment.ts'

export async function readPayment(
  parts: PaymentParts,
  principal: MemberPrincipal,
  paymentId: string,
  context: AuditContext,
) {
  return toShownPayment(
    await readNewest(parts, await auditOwn(parts, principal, 'read', paymentId, context), context.now),
  )
}

export async function cancelPayment(
  parts: PaymentParts,
  principal: MemberPrincipal,
  paymentId: string,
  context: AuditContext,
) {
  const { gateway } = parts
  const { now } = context
  const row = await auditOwn(parts, principal, 'cancel', paymentId, context)
  if (!underWay.includes(row.state)) return toShownPayment(row)
  // An automatic payment has no page to close, and asking again would take it.
  if (gateway === null || row.auto_due_on !== null) throw new CallError('UNAVAILABLE')
  // Without the gateway's own id it is unknown whether it has started one: asking starts it, so that it can be closed.
  const known = row.gateway_ref === null ? await askGateway(parts, row, now) : row
  if (known === null || known.gateway_ref === null) throw new CallError('UNAVAILABLE')
  const { gateway_ref: ref } = known
  const closed = await recordAnswer(parts, known, () => gateway.close(ref), now)
  if (closed === null) throw new CallError('UNAVAILABLE')
  return toShownPayment(closed)
}

/** A payment of the member's own, after what is done with it is audited. Throws NOT-FOUND. */
function auditOwn(
  { database }: PaymentParts,
  principal: MemberPrincipal,
  what: 'read' | 'cancel',
  paymentId: string,
  context: AuditContext,
) {
  return database.transaction(async (tx) => {
    const found = await requireOwnPayment(tx, principal, paymentId)
    const event = { action: `premium-payment.${what}`, recordType: 'premium-payment', recordId: paymentId }
    await audit(tx, principal, event, context)
    return found
  })
}

/** Throws NOT-FOUND. */
async function requireOwnPayment(tx: Tx, principal: MemberPrincipal, paymentId: string): Promise<PaymentRow> {
  await demandPayer(tx, principal)
  const key: PaymentKey = { memberId: principal.memberId, paymentId }
  const row = await findPayment(tx, key)
  if (row === undefined) throw new CallError('NOT-FOUND')
  return row
}

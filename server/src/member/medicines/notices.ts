import { PharmacyNotice, type pharmacyNotice } from '@portico/contract/calls/medicines'
import { isNews, orderRefusals } from '@portico/rules/medicines/orders'
import * as v from 'valibot'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import { aboutEach, type Happening, leaveUnchanged } from '../../platform/http/recorded.ts'
import { isSigned } from '../../platform/http/signature.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { notifyOfOrder } from '../notifications/service.ts'
import { changeOrder, lockOrder } from './order-store.ts'

type Notice = v.InferOutput<typeof PharmacyNotice>

/** Accepts a pharmacy's notice about a request. Throws FIELD-INVALID for a notice that is unsigned or malformed. */
export const takeSigned =
  ({
    emails,
    secret,
  }: {
    readonly emails: EmailService
    readonly secret: string | null
  }): AuditedHandler<typeof pharmacyNotice> =>
  async ({ body: { notice: text, sentAt, signature } }, { now }, tx) => {
    if (secret === null) throw new CallError('NOT-FOUND')
    if (!isSigned(secret, { sentAt, text, signature }, now)) throw fieldError('signature', 'invalid')
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), PharmacyNotice), text)
    if (!read.success) throw fieldError('notice', 'invalid')
    const taken = await takeNotice(tx, emails, read.output, now)
    if (taken === null) return leaveUnchanged({ known: false })
    // Nobody was signed in: the notice came from a pharmacy.
    return aboutEach(taken, { known: true })
  }

/** Records the content of a notice, once, whatever order notices come in; returns what happened, or null if there is no such request. */
export async function takeNotice(
  tx: Tx,
  emails: EmailService,
  notice: Notice,
  now: Date,
): Promise<readonly Happening<`medicine-order.${Notice['state']}`>[] | null> {
  const order = await lockOrder(tx, notice.orderId)
  if (order === undefined) return null
  if (!isNews(order, notice)) return []
  const reason = orderRefusals.find((one) => one === notice.reason) ?? 'other'
  await changeOrder(tx, order, {
    state: notice.state,
    reason: notice.state === 'refused' ? reason : null,
    sequence: notice.sequence,
    sent_at: order.sent_at ?? now,
    changed_at: now,
    // The pharmacy has the request, even if our own attempt failed.
    next_try_at: null,
  })
  const isTold = notice.state !== order.state && notice.state !== 'accepted'
  if (isTold) await notifyOfOrder(tx, emails, { memberId: order.asked_by, now })
  return [{ action: `medicine-order.${notice.state}`, recordId: order.order_id, memberId: order.member_id }]
}

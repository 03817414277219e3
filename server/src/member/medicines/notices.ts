import { PharmacyNotice } from '@portico/contract/calls/medicines'
import { isNews, orderRefusals } from '@portico/rules/medicines/orders'
import * as v from 'valibot'
import type { EmailService } from '../../mailing/email/service.ts'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import { notifyOfOrder } from '../notifications/service.ts'
import { changeOrder, lockOrder } from './order-store.ts'
import { isSigned } from './signature.ts'

type Notice = v.InferOutput<typeof PharmacyNotice>

/** Accepts a pharmacy's notice about a request. Throws FIELD-INVALID for a notice that is unsigned or malformed. */
export async function takeSigned(
  parts: { readonly database: Database; readonly emails: EmailService; readonly secret: string | null },
  sent: { readonly notice: string; readonly sentAt: string; readonly signature: string },
  context: AuditContext,
): Promise<{ readonly known: boolean }> {
  const { database, emails, secret } = parts
  if (secret === null) throw new CallError('NOT-FOUND')
  const { notice: text, sentAt, signature } = sent
  if (!isSigned(secret, { sentAt, text, signature }, context.now)) throw fieldError('signature', 'invalid')
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), PharmacyNotice), text)
  if (!read.success) throw fieldError('notice', 'invalid')
  return { known: await database.transaction((tx) => takeNotice(tx, emails, read.output, context)) }
}

/** Records the content of a notice, once, whatever order notices come in; returns whether the request exists. */
export async function takeNotice(
  tx: Tx,
  emails: EmailService,
  notice: Notice,
  { now, origin }: AuditContext,
): Promise<boolean> {
  const order = await lockOrder(tx, notice.orderId)
  if (order === undefined) return false
  if (!isNews(order, notice)) return true
  const reason = orderRefusals.find((one) => one === notice.reason) ?? 'other'
  await changeOrder(tx, order, {
    state: notice.state,
    reason: notice.state === 'refused' ? reason : null,
    sequence: notice.sequence,
    sent_at: order.sent_at ?? now,
    changed_at: now,
    // The pharmacy has it, even if our own try failed.
    next_try_at: null,
  })
  // No one was signed in: the notice came from a pharmacy.
  const record = { recordType: 'medicine-order', recordId: order.order_id, memberId: order.member_id }
  await audit(tx, null, { action: `medicine-order.${notice.state}`, ...record }, { now, origin })
  const isTold = notice.state !== order.state && notice.state !== 'accepted'
  if (isTold) await notifyOfOrder(tx, emails, { memberId: order.asked_by, now })
  return true
}

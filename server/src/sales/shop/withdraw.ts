import type { PayloadOf } from '@portico/contract/call'
import type { withdrawApplication } from '@portico/contract/calls/shop-applying'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { audit } from '../../platform/audit/store.ts'
import type { CallInput } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { isCorrectable } from './application.ts'
import type { EnrollmentParts } from './enrollment-parts.ts'
import { showApplication } from './read-application.ts'
import { findByTicket, holdApplication, moveOn } from './store.ts'

/** Takes an application back while nothing has been paid. Throws CHALLENGE-EXPIRED; CONFLICT once a payment is under way or it has moved on. */
export async function withdraw(
  parts: EnrollmentParts,
  { body: { ticket } }: CallInput<typeof withdrawApplication>,
  context: CallContext,
): Promise<PayloadOf<typeof withdrawApplication>> {
  const { limits, database, shopper } = parts
  const { now, origin } = context
  const found = await limits.useTicket(origin.address, now, async () => {
    const row = await findByTicket(database.read, hashSecret(ticket))
    if (row === undefined) throw new CallError('CHALLENGE-EXPIRED')
    return row
  })
  const account = await shopper(context)
  const enrollmentId = found.enrollment_id
  await database.transaction(async (tx) => {
    const row = await holdApplication(tx, enrollmentId)
    if (row === undefined) throw new CallError('CHALLENGE-EXPIRED')
    if (row.state === 'withdrawn') return
    if (!isCorrectable(row)) throw new CallError('CONFLICT')
    // Who takes it back needs no e-mail about it.
    await moveOn(tx, enrollmentId, 'withdrawn', now, now)
    const event = { action: 'enrollment.withdraw', recordType: 'application', recordId: enrollmentId }
    await audit(tx, account, event, context)
  })
  return showApplication(parts, found, now)
}

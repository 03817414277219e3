import type { withdrawApplication } from '@portico/contract/calls/shop-applying'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { FinishedHandler } from '../../platform/http/stages.ts'
import { isCorrectable } from './application.ts'
import type { EnrollmentParts } from './enrollment-parts.ts'
import { showApplication } from './read-application.ts'
import { type Application, findByTicket, holdApplication, moveOn } from './store.ts'

/**
 * Withdraws an application while nothing has been paid. Throws CHALLENGE-EXPIRED; CONFLICT once a payment is under way or it has moved
 * on.
 */
export const withdraw = (
  parts: EnrollmentParts,
): FinishedHandler<
  typeof withdrawApplication,
  { readonly found: Application; readonly account: Principal | null },
  Application
> => ({
  prepare: async ({ body: { ticket } }, context) => {
    const { limits, database, shopper } = parts
    const { now, origin } = context
    const found = await limits.useTicket(origin.address, now, async () => {
      const row = await findByTicket(database.read, hashSecret(ticket))
      if (row === undefined) throw new CallError('CHALLENGE-EXPIRED')
      return row
    })
    return { found, account: await shopper(context) }
  },
  handle: async (_input, { now }, tx, { found, account: by }) => {
    const enrollmentId = found.enrollment_id
    const row = await holdApplication(tx, enrollmentId)
    if (row === undefined) throw new CallError('CHALLENGE-EXPIRED')
    if (row.state === 'withdrawn') return leaveUnchanged(found)
    if (!isCorrectable(row)) throw new CallError('CONFLICT')
    // Someone who withdraws needs no e-mail about it.
    await moveOn(tx, enrollmentId, 'withdrawn', now, now)
    return about(enrollmentId, found, { by })
  },
  finish: (found, _input, { now }) => showApplication(parts, found, now),
})

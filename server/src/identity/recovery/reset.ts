import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/recovery'
import { lockAccount } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { about } from '../../platform/http/recorded.ts'
import type { CallInput, PreparedHandler } from '../../platform/http/stages.ts'
import { readLoginId } from '../accounts/people.ts'
import type { NewPassword } from '../passwords/password-reset.ts'
import { hashSecret } from '../tokens/secrets.ts'
import type { RecoveryParts } from './parts.ts'
import { takeTicket, ticketOwner } from './store.ts'

export function checkRecoveryTicket(
  parts: RecoveryParts,
  { body: { ticket } }: CallInput<typeof calls.checkRecoveryTicket>,
  { now, origin }: CallContext,
): Promise<PayloadOf<typeof calls.checkRecoveryTicket>> {
  const { limits, database } = parts
  limits.tidy(now)
  return limits.useTicket(origin.address, now, async () => ({
    logonId: await readLoginId(database.read, await requireTicketOwner(parts, hashSecret(ticket), now)),
  }))
}

export const resetPassword = (parts: RecoveryParts): PreparedHandler<typeof calls.resetPassword, NewPassword> => ({
  around: ({ body: { ticket } }, { now, origin }, run) => {
    const { limits } = parts
    limits.tidy(now)
    return limits.useTicket(origin.address, now, async () => {
      try {
        return await run()
      } catch (error) {
        // If the ticket was used in the meantime, the error would be about the new password set with it: throw CHALLENGE-EXPIRED instead.
        await requireTicketOwner(parts, hashSecret(ticket), now)
        throw error
      }
    })
  },
  prepare: async ({ body: { ticket, newPassword } }, { now }) => {
    const { limits, passwordReset } = parts
    const accountId = await requireTicketOwner(parts, hashSecret(ticket), now)
    if (!(await limits.reserveReset(accountId, now))) throw new CallError('TOO-MANY-REQUESTS')
    return passwordReset.prepare(accountId, newPassword)
  },
  handle: async ({ body: { ticket } }, { now, language }, tx, prepared) => {
    const { account_id: accountId, member_id: memberId } = prepared.account
    await lockAccount(tx, accountId)
    if (!(await takeTicket(tx, hashSecret(ticket), now))) throw new CallError('CHALLENGE-EXPIRED')
    await parts.passwordReset.store(tx, prepared, { language, now })
    return about(accountId, { changedAt: now.toISOString() }, { memberId })
  },
})

async function requireTicketOwner({ database }: RecoveryParts, hash: Buffer, now: Date): Promise<string> {
  const accountId = await ticketOwner(database.read, hash, now)
  if (accountId === null) throw new CallError('CHALLENGE-EXPIRED')
  return accountId
}

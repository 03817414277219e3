import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/recovery'
import type { Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import type { CallInput } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { readLoginId } from '../accounts/people.ts'
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

export function resetPassword(
  parts: RecoveryParts,
  { body: { ticket, newPassword } }: CallInput<typeof calls.resetPassword>,
  context: CallContext,
): Promise<PayloadOf<typeof calls.resetPassword>> {
  const { limits, passwordReset } = parts
  const { now, language } = context
  limits.tidy(now)
  return limits.useTicket(context.origin.address, now, async () => {
    const hash = hashSecret(ticket)
    const accountId = await requireTicketOwner(parts, hash, now)
    if (!(await limits.reserveReset(accountId, now))) throw new CallError('TOO-MANY-REQUESTS')
    const takeProof = async (tx: Tx) => {
      await lockAccount(tx, accountId)
      return takeTicket(tx, hash, now)
    }
    try {
      await passwordReset(accountId, newPassword, { takeProof, language, at: context })
    } catch (error) {
      // If the ticket was used in the meantime, the error is about the new password set with it: throw CHALLENGE-EXPIRED instead.
      await requireTicketOwner(parts, hash, now)
      throw error
    }
    return { changedAt: now.toISOString() }
  })
}

async function requireTicketOwner({ database }: RecoveryParts, hash: Buffer, now: Date): Promise<string> {
  const accountId = await ticketOwner(database.read, hash, now)
  if (accountId === null) throw new CallError('CHALLENGE-EXPIRED')
  return accountId
}

import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/people'
import { findAddressee } from '../../identity/accounts/people.ts'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import type { CallInput } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { readCovered } from '../member/contract.ts'
import { closeAccess, recordAccess } from './end.ts'
import type { PeopleParts } from './parts.ts'
import { isAnswerable, readPeople } from './standing.ts'
import { type Access, listHeld, lockAnswered, lockByTicket, updateAccess } from './store.ts'
import { tellOwner } from './tell.ts'

/** Shows an invitation. Throws NOT-FOUND for a ticket that is no longer valid, or not for this person. */
export function openInvitation(
  parts: PeopleParts,
  { principal, body: { ticket } }: CallInput<typeof calls.openInvitation>,
  context: CallContext,
): Promise<PayloadOf<typeof calls.openInvitation>> {
  return useTicket(parts, context, async (tx) => {
    const access = await requireInvitation(tx, principal, ticket)
    if (!isAnswerable(access, context.now)) throw new CallError('NOT-FOUND')
    await recordAccess(tx, principal, 'invitation.read', access, context)
    const owner = await readCovered(tx, access.member_id)
    return { firstName: owner?.firstName ?? '', scopes: access.scopes, lastDay: access.last_day }
  })
}

/** Accepts or declines an invitation. Throws NOT-FOUND for a ticket that is no longer valid, or not for this person. */
export function answerInvitation(
  parts: PeopleParts,
  { principal, body: { ticket, accept } }: CallInput<typeof calls.answerInvitation>,
  context: CallContext,
): Promise<PayloadOf<typeof calls.answerInvitation>> {
  return useTicket(parts, context, async (tx) => {
    const { now } = context
    await lockAccount(tx, principal.accountId)
    await lockAnswered(tx, { accountId: principal.accountId, ticketHash: hashSecret(ticket) })
    const access = await requireInvitation(tx, principal, ticket)
    const state = accept ? 'active' : 'declined'
    const isAgain = access.account_id === principal.accountId && access.state === state
    if (!isAgain) {
      if (!isAnswerable(access, now)) throw new CallError('NOT-FOUND')
      if (accept) await endOthers(parts, tx, principal, access, context)
      const { accountId: account_id } = principal
      await updateAccess(tx, access.access_id, { state, account_id, answer_by: null, begins: easternDay(now) }, now)
      await recordAccess(tx, principal, accept ? 'access.accept' : 'access.decline', access, context)
      if (accept) await tellOwner(parts, tx, access, 'access-began', context)
    }
    return readPeople(tx, principal, now)
  })
}

function useTicket<T>(
  { limits, database }: PeopleParts,
  { origin, now }: CallContext,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  limits.tidy(now)
  return limits.useTicket(origin.address, now, () => database.transaction(work))
}

/** A newer invitation from the same member replaces the access that the account has. */
async function endOthers(
  { sessions }: PeopleParts,
  tx: Tx,
  principal: Principal,
  { member_id }: Access,
  context: CallContext,
): Promise<void> {
  for (const held of await listHeld(tx, principal.accountId))
    if (held.member_id === member_id) await closeAccess(tx, sessions, principal, held, context)
}

/** The invitation of a ticket, for a person with the address that it was sent to. Throws NOT-FOUND for anyone else. */
async function requireInvitation(tx: Tx, principal: Principal, ticket: string): Promise<Access> {
  const access = await lockByTicket(tx, hashSecret(ticket))
  const { email } = await findAddressee(tx, principal.accountId)
  const isTheirs = access !== undefined && email?.toLowerCase() === access.email.toLowerCase()
  if (!isTheirs || access.brand !== principal.brand || access.member_id === principal.memberId) {
    throw new CallError('NOT-FOUND')
  }
  return access
}

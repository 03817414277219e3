import type * as calls from '@portico/contract/calls/people'
import { findAddressee } from '../../identity/accounts/people.ts'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about, aboutEach, type Happening, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { PreparedHandler } from '../../platform/http/stages.ts'
import { type CoveredPerson, readCovered } from '../member/contract.ts'
import { shutAccess } from './end.ts'
import type { PeopleParts } from './parts.ts'
import { holdsStill, isAnswerable, readPeople } from './standing.ts'
import { type Access, listHeld, lockAnswered, lockByTicket, updateAccess } from './store.ts'
import { tellOwner } from './tell.ts'

/** Shows an invitation. Throws NOT-FOUND for a ticket that is no longer valid, or not for this person. */
export const openInvitation = (parts: PeopleParts): PreparedHandler<typeof calls.openInvitation> => ({
  around: (_input, context, run) => countTicket(parts, context, run),
  handle: async ({ principal, body: { ticket } }, { now }, tx) => {
    const access = await requireInvitation(tx, principal, ticket)
    const { firstName } = await requireOwner(tx, access, now)
    const { access_id, member_id: memberId, scopes, last_day: lastDay } = access
    return about(access_id, { firstName, scopes, lastDay }, { memberId })
  },
})

/** Accepts or declines an invitation. Throws NOT-FOUND for a ticket that is no longer valid, or not for this person. */
export const answerInvitation = (parts: PeopleParts): PreparedHandler<typeof calls.answerInvitation> => ({
  around: (_input, context, run) => countTicket(parts, context, run),
  handle: async ({ principal, body: { ticket, accept } }, context, tx) => {
    const { now } = context
    const { accountId: account_id } = principal
    await lockAccount(tx, account_id)
    await lockAnswered(tx, { accountId: account_id, ticketHash: hashSecret(ticket) })
    const access = await requireInvitation(tx, principal, ticket)
    const state = accept ? 'active' : 'declined'
    if (access.account_id === account_id && access.state === state)
      return leaveUnchanged(await readPeople(tx, principal, now))
    await requireOwner(tx, access, now)
    const ended = accept ? await endOthers(parts, tx, principal, access, context) : []
    await updateAccess(tx, access.access_id, { state, account_id, answer_by: null, begins: easternDay(now) }, now)
    if (accept) await tellOwner(parts, tx, access, 'access-began', context)
    const answered = { action: accept ? 'access.accept' : 'access.decline', ...toSubject(access) } as const
    return aboutEach([...ended, answered], await readPeople(tx, principal, now))
  },
})

function countTicket<T>({ limits }: PeopleParts, { origin, now }: CallContext, run: () => Promise<T>): Promise<T> {
  limits.tidy(now)
  return limits.useTicket(origin.address, now, run)
}

/** A newer invitation from the same member replaces the access that the account has. */
async function endOthers(
  { sessions }: PeopleParts,
  tx: Tx,
  principal: Principal,
  { member_id }: Access,
  context: CallContext,
): Promise<Happening<'access.end'>[]> {
  const others = (await listHeld(tx, principal.accountId)).filter((held) => held.member_id === member_id)
  for (const held of others) await shutAccess(tx, sessions, held, context)
  return others.map((held) => ({ action: 'access.end', ...toSubject(held) }))
}

function toSubject({ access_id: recordId, member_id: memberId }: Access) {
  return { recordId, memberId }
}

/** Who offers an access that can still be answered. Throws NOT-FOUND if it cannot. */
async function requireOwner(tx: Tx, access: Access, now: Date): Promise<CoveredPerson> {
  const owner = isAnswerable(access, now) ? await readCovered(tx, access.member_id) : undefined
  if (owner === undefined || !holdsStill(owner, access, now)) throw new CallError('NOT-FOUND')
  return owner
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

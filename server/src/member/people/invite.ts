import type * as calls from '@portico/contract/calls/people'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { mayGiveAccess, scopeWords } from '@portico/rules/people/access'
import { invitationFields } from '@portico/rules/people/invitation'
import { listAddressees } from '../../identity/accounts/people.ts'
import { hashSecret, newSecret } from '../../identity/tokens/secrets.ts'
import { easternDay, isoDate } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { about, leaveUnchanged, refuseKeeping } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { readCovered } from '../member/contract.ts'
import { readFields } from './fields.ts'
import type { PeopleParts } from './parts.ts'
import { holdsStill, type People, readPeople } from './standing.ts'
import { type Access, dropAccess, findAccess, insertAccess, lockAccess, updateAccess } from './store.ts'

export const invitePerson =
  (parts: PeopleParts): AuditedHandler<typeof calls.invitePerson> =>
  async ({ principal, body: { invitationId: accessId, ...sent } }, context, tx) => {
    const { now } = context
    const { memberId, accountId, brand } = principal
    const fields = readFields(invitationFields, sent, context)
    const email = sent.email.trim()
    const self = await readCovered(tx, memberId)
    const today = easternDay(now)
    if (self === undefined || !mayGiveAccess(isoDate(self.dateOfBirth), isoDate(today)))
      throw new CallError('WRONG-ROLE')
    const { ticket, ...answerable } = makeTicket(now)
    const isNew = await insertAccess(tx, {
      access_id: accessId,
      member_id: memberId,
      brand,
      name: sent.name.trim(),
      email,
      ...fields,
      ...answerable,
      state: 'invited',
      begins: today,
      words: scopeWords,
      invited_at: now,
      changed_at: now,
    })
    if (!isNew) {
      if ((await findAccess(tx, accessId))?.member_id !== memberId) throw new CallError('CONFLICT')
      return leaveUnchanged(await readPeople(tx, principal, now))
    }
    await refuseKnown(tx, principal, { accessId, email }, now)
    if (!(await parts.limits.reserveInvitation(tx, accountId, email, now))) {
      await dropAccess(tx, accessId)
      return refuseFlood()
    }
    await sendInvitation(parts, tx, { brand, email, ticket }, context)
    return about(accessId, await readPeople(tx, principal, now))
  }

/**
 * Throws NOT-FOUND for someone else's access, for one that was answered, and for one that nobody could accept, e.g. because its last
 * day has passed.
 */
export const sendInvitationAgain =
  (parts: PeopleParts): AuditedHandler<typeof calls.sendInvitationAgain> =>
  async ({ principal, params: { accessId } }, context, tx) => {
    const { now } = context
    const access = await lockAccess(tx, accessId)
    if (access?.member_id !== principal.memberId || access.state !== 'invited') throw new CallError('NOT-FOUND')
    const self = await readCovered(tx, access.member_id)
    // An offer made in childhood becomes a new offer.
    const anew = { invited_at: now, begins: easternDay(now) }
    if (self === undefined || !holdsStill(self, { ...access, ...anew }, now)) throw new CallError('NOT-FOUND')
    if (!(await parts.limits.reserveInvitation(tx, principal.accountId, access.email, now))) return refuseFlood()
    const { ticket, ...answerable } = makeTicket(now)
    await updateAccess(tx, accessId, { ...answerable, ...(!holdsStill(self, access, now) && anew) }, now)
    await sendInvitation(parts, tx, { ...access, ticket }, context)
    return about(accessId, await readPeople(tx, principal, now))
  }

/** One e-mail too many: the transaction keeps its count, so that nobody's mailbox is flooded. */
function refuseFlood() {
  return refuseKeeping(new CallError('TOO-MANY-REQUESTS'))
}

async function sendInvitation(
  { emails }: PeopleParts,
  tx: Tx,
  { brand, email: to, ticket }: Pick<Access, 'brand' | 'email'> & { readonly ticket: string },
  { language, now }: CallContext,
): Promise<void> {
  const values = {
    link: `/login/#/invitation?ticket=${ticket}`,
    validDays: String(linkLifetimes.invitation / 86_400_000),
  }
  await emails.queue(tx, { template: 'access-invitation', to, brand, language, memberId: null, values, now })
}

/** Throws FIELD-INVALID if the address is the member's own, or belongs to someone who has access or an invitation. */
async function refuseKnown(
  tx: Tx,
  principal: MemberPrincipal,
  { accessId, email }: { readonly accessId: string; readonly email: string },
  now: Date,
): Promise<void> {
  const is = (other: string | null) => other?.toLowerCase() === email.toLowerCase()
  const own = (await listAddressees(tx, principal.memberId)).some((one) => is(one.email))
  const { given } = await readPeople(tx, principal, now)
  const isOpen = ({ state }: People['given'][number]) => state === 'invited' || state === 'active'
  if (own || given.some((one) => one.accessId !== accessId.toLowerCase() && isOpen(one) && is(one.email))) {
    throw fieldError('email', 'CONFLICT')
  }
}

function makeTicket(now: Date) {
  const ticket = newSecret()
  return { ticket, ticket_hash: hashSecret(ticket), answer_by: new Date(now.getTime() + linkLifetimes.invitation) }
}

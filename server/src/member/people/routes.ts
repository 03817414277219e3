import * as calls from '@portico/contract/calls/people'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { mayGiveAccess } from '@portico/rules/people/access'
import { invitationFields } from '@portico/rules/people/invitation'
import type { BrandService } from '../../brands/brand/service.ts'
import { addresseeOf, addresseesOf } from '../../identity/accounts/people.ts'
import { setSimulationCookies } from '../../identity/sessions/cookies.ts'
import type { Sessions } from '../../identity/sessions/sessions.ts'
import { endViewings, startViewing } from '../../identity/sessions/viewing.ts'
import { hashSecret, newSecret } from '../../identity/tokens/secrets.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import { easternDay, isoDate } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal, Principal } from '../../platform/http/principal.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { readCovered } from '../member/contract.ts'
import { readFields } from './fields.ts'
import { isAnswerable, type People, readHeld, readPeople, readPeopleAudited } from './standing.ts'
import {
  type Access,
  dropAccess,
  findAccess,
  holdAccess,
  insertAccess,
  listHeld,
  lockAccess,
  lockAllOpen,
  lockAnswered,
  lockByTicket,
  updateAccess,
} from './store.ts'

/** Access to members' information: what they share with others and stop sharing (RG-3). */
export function bindPeople(
  binder: Binder,
  parts: {
    readonly database: Database
    readonly limits: Limits
    readonly emails: EmailService
    readonly sessions: Sessions
    readonly brands: BrandService
  },
): void {
  const { database, limits, emails, sessions, brands } = parts
  binder.bind(calls.listPeople, ({ principal }, context) => readPeopleAudited(database, principal, context))
  binder.bind(calls.invitePerson, async ({ principal, body: { invitationId: accessId, ...sent } }, context) => {
    const { now } = context
    const { memberId, accountId, brand } = principal
    const fields = readFields(invitationFields, sent, context)
    const email = sent.email.trim()
    const people = await database.transaction(async (tx) => {
      const self = await readCovered(tx, memberId)
      const today = easternDay(now)
      if (self === undefined || !mayGiveAccess(isoDate(self.dateOfBirth), isoDate(today)))
        throw new CallError('WRONG-ROLE')
      const { ticket, ...answerable } = newTicket(now)
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
        invited_at: now,
        changed_at: now,
      })
      if (isNew) {
        await refuseKnown(tx, principal, { accessId, email }, now)
        if (!(await limits.reserveInvitation(tx, accountId, email, now))) {
          await dropAccess(tx, accessId)
          return null
        }
        await sendInvitation(tx, { brand, email, ticket }, context)
        await record(tx, principal, 'access.invite', { access_id: accessId, member_id: memberId }, context)
      } else if ((await findAccess(tx, accessId))?.member_id !== memberId) throw new CallError('CONFLICT')
      return readPeople(tx, principal, now)
    })
    return counted(people)
  })

  // Throws NOT-FOUND for an access of someone else, or one that was answered.
  binder.bind(calls.sendInvitationAgain, async ({ principal, params: { accessId } }, context) => {
    const { now } = context
    const people = await database.transaction(async (tx) => {
      const access = await lockAccess(tx, accessId)
      if (access?.member_id !== principal.memberId || access.state !== 'invited') throw new CallError('NOT-FOUND')
      if (!(await limits.reserveInvitation(tx, principal.accountId, access.email, now))) return null
      const { ticket, ...answerable } = newTicket(now)
      await updateAccess(tx, accessId, answerable, now)
      await sendInvitation(tx, { ...access, ticket }, context)
      await record(tx, principal, 'access.invite-again', access, context)
      return readPeople(tx, principal, now)
    })
    return counted(people)
  })

  binder.bind(calls.changeAccess, ({ principal, params: { accessId }, body: sent }, context) =>
    database.transaction(async (tx) => {
      const access = await lockAccess(tx, accessId)
      const isOpen = access?.state === 'invited' || access?.state === 'active'
      if (access?.member_id !== principal.memberId || !isOpen) throw new CallError('NOT-FOUND')
      const { scopes, last_day } = readFields(['lastDay'], sent, context)
      await updateAccess(tx, accessId, { scopes, last_day }, context.now)
      await endViewingsOf(tx, sessions, access, context)
      await record(tx, principal, 'access.change', access, context)
      return readPeople(tx, principal, context.now)
    }),
  )

  // Either side may end it.
  binder.bind(calls.endAccess, ({ principal, params: { accessId } }, context) =>
    database.transaction(async (tx) => {
      const access = await lockAccess(tx, accessId)
      const isOwners = access !== undefined && access.member_id === principal.memberId && principal.role === 'MEMBER'
      const isHolders = access?.account_id === principal.accountId
      if (access === undefined || !(isOwners || isHolders)) throw new CallError('NOT-FOUND')
      await endOne(tx, principal, access, context)
      return readPeople(tx, principal, context.now)
    }),
  )

  // Both throw NOT-FOUND for a ticket that is no longer valid, or not for this person.
  binder.bind(calls.openInvitation, ({ principal, body: { ticket } }, context) =>
    withTicket(context, async (tx) => {
      const access = await invitationFor(tx, principal, ticket)
      if (!isAnswerable(access, context.now)) throw new CallError('NOT-FOUND')
      await record(tx, principal, 'invitation.read', access, context)
      const owner = await readCovered(tx, access.member_id)
      return { firstName: owner?.firstName ?? '', scopes: access.scopes, lastDay: access.last_day }
    }),
  )

  binder.bind(calls.answerInvitation, ({ principal, body: { ticket, accept } }, context) =>
    withTicket(context, async (tx) => {
      const { now } = context
      await lockAccount(tx, principal.accountId)
      await lockAnswered(tx, { accountId: principal.accountId, ticketHash: hashSecret(ticket) })
      const access = await invitationFor(tx, principal, ticket)
      const state = accept ? 'active' : 'declined'
      const isAgain = access.account_id === principal.accountId && access.state === state
      if (!isAgain) {
        if (!isAnswerable(access, now)) throw new CallError('NOT-FOUND')
        if (accept) await endOthersOf(tx, principal, access, context)
        const { accountId: account_id } = principal
        await updateAccess(tx, access.access_id, { state, account_id, answer_by: null, begins: easternDay(now) }, now)
        await record(tx, principal, accept ? 'access.accept' : 'access.decline', access, context)
        if (accept) await tellOwner(tx, access, 'access-began', context)
      }
      return readPeople(tx, principal, now)
    }),
  )

  binder.bind(calls.startViewing, async ({ principal, body }, context) => {
    const { now, origin, userAgent, cookies } = context
    const { personId: memberId } = body
    const held = { principal, sessionToken: cookies.LtpaToken2, pageKey: context.header('obssocookie') }
    const started = await startViewing(database, { ...held, memberId, now, origin, userAgent }, async (tx) => {
      await holdAccess(tx, principal.accountId, memberId)
      const person = (await readHeld(tx, principal, now)).find(({ personId }) => personId === memberId)
      if (person === undefined) throw new CallError('NOT-FOUND')
      return { scopes: person.scopes, ends: person.until }
    })
    setSimulationCookies(context, started)
    brands.setCookies(context, started.account.brand)
    return started.payload
  })

  /** Null means one e-mail too many; its transaction has counted it, so that no one's mailbox is flooded. */
  function counted(people: People | null): People {
    if (people === null) throw new CallError('TOO-MANY-REQUESTS')
    return people
  }

  function withTicket<T>({ origin, now }: CallContext, work: (tx: Tx) => Promise<T>): Promise<T> {
    limits.tidy(now)
    return limits.useTicket(origin.address, now, () => database.transaction(work))
  }

  async function sendInvitation(
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

  /** Ends an access, and tells the other side if it was in use. */
  async function endOne(tx: Tx, principal: Principal, access: Access, context: CallContext): Promise<void> {
    if (access.state !== 'invited' && access.state !== 'active') return
    await close(tx, sessions, principal, access, context)
    if (access.state !== 'active' || access.account_id === null) return
    if (access.account_id === principal.accountId) await tellOwner(tx, access, 'access-ended', context)
    else await tell(tx, [await addresseeOf(tx, access.account_id)], 'access-ended', context)
  }

  /** A newer invitation from the same member replaces the access that the account has. */
  async function endOthersOf(tx: Tx, principal: Principal, { member_id }: Access, context: CallContext): Promise<void> {
    for (const held of await listHeld(tx, principal.accountId))
      if (held.member_id === member_id) await close(tx, sessions, principal, held, context)
  }

  async function tellOwner(
    tx: Tx,
    { member_id }: Access,
    template: 'access-began' | 'access-ended',
    context: CallContext,
  ): Promise<void> {
    await tell(tx, await addresseesOf(tx, member_id), template, context)
  }

  async function tell(
    tx: Tx,
    addressees: Awaited<ReturnType<typeof addresseesOf>>,
    template: 'access-began' | 'access-ended',
    { now, language: own }: CallContext,
  ): Promise<void> {
    const values = { at: now.toISOString() }
    for (const { email: to, brand, language, memberId } of addressees)
      if (to !== null) await emails.queue(tx, { template, to, brand, language: language ?? own, memberId, values, now })
  }
}

/** Ends all access that a closed account has given and has been given. */
export async function endAllAccess(tx: Tx, sessions: Sessions, principal: Principal, at: AuditContext): Promise<void> {
  for (const access of await lockAllOpen(tx, principal)) await close(tx, sessions, principal, access, at)
}

async function close(
  tx: Tx,
  sessions: Sessions,
  principal: Principal,
  access: Access,
  at: AuditContext,
): Promise<void> {
  await updateAccess(tx, access.access_id, { state: 'ended', ticket_hash: null, answer_by: null }, at.now)
  await endViewingsOf(tx, sessions, access, at)
  await record(tx, principal, 'access.end', access, at)
}

async function endViewingsOf(tx: Tx, sessions: Sessions, { account_id, member_id }: Access, at: AuditContext) {
  if (account_id !== null) await endViewings(tx, sessions, { accountId: account_id, memberId: member_id }, at)
}

/** Throws FIELD-INVALID if the address is the member's own, or belongs to someone who has access or an invitation. */
async function refuseKnown(
  tx: Tx,
  principal: MemberPrincipal,
  { accessId, email }: { readonly accessId: string; readonly email: string },
  now: Date,
): Promise<void> {
  const is = (other: string | null) => other?.toLowerCase() === email.toLowerCase()
  const own = (await addresseesOf(tx, principal.memberId)).some((one) => is(one.email))
  const { given } = await readPeople(tx, principal, now)
  const isOpen = ({ state }: People['given'][number]) => state === 'invited' || state === 'active'
  if (own || given.some((one) => one.accessId !== accessId.toLowerCase() && isOpen(one) && is(one.email))) {
    throw fieldError('email', 'CONFLICT')
  }
}

/** The invitation of a ticket, for a person with the address that it was sent to. Throws NOT-FOUND for anyone else. */
async function invitationFor(tx: Tx, principal: Principal, ticket: string): Promise<Access> {
  const access = await lockByTicket(tx, hashSecret(ticket))
  const { email } = await addresseeOf(tx, principal.accountId)
  const isTheirs = access !== undefined && email?.toLowerCase() === access.email.toLowerCase()
  if (!isTheirs || access.brand !== principal.brand || access.member_id === principal.memberId) {
    throw new CallError('NOT-FOUND')
  }
  return access
}

function newTicket(now: Date) {
  const ticket = newSecret()
  return { ticket, ticket_hash: hashSecret(ticket), answer_by: new Date(now.getTime() + linkLifetimes.invitation) }
}

/** Audits under the member whose information it is about, whoever does it. */
function record(
  tx: Tx,
  principal: Principal,
  action: string,
  { access_id: recordId, member_id: memberId }: Pick<Access, 'access_id' | 'member_id'>,
  at: AuditContext,
): Promise<void> {
  return audit(tx, principal, { action, recordType: 'access', recordId, memberId }, at)
}

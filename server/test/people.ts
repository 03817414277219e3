import { calls } from '@portico/contract/calls'
import type { AccessScope } from '@portico/rules/people/access'
import { hashSecret } from '../src/identity/tokens/secrets.ts'
import { make } from './call.ts'
import { type Client, memberClient } from './client.ts'
import type { Portal } from './portal.ts'
import { newInvitation } from './samples.ts'
import type { Smtp } from './smtp.ts'

type Mail = Pick<Smtp, 'received'>

/** A prospect in the demo, who is not on anyone's plan. */
export const holder = { login: 'PROSPECT1', email: 'prospect1@mail.example', name: 'Priya Prosper' } as const

/** The tickets in the invitations sent to an address, oldest first. */
export function ticketsSentTo(mail: Mail, address: string): string[] {
  const letters = mail.received.filter(({ envelope }) => envelope.to.includes(address))
  return letters.flatMap(({ text = '' }) => /invitation\?ticket=([\w-]+)/.exec(text)?.[1] ?? [])
}

interface Sending {
  readonly portal: Portal
  readonly mail: Mail
}

export interface Given {
  readonly owner: Client
  readonly holder: Client
  readonly accessId: string
  readonly ticket: string
  /** The person that the holder may act for. */
  readonly personId: string
}

/** MEMBER02 gives the prospect access, and the prospect accepts it; any earlier access between them is deleted. */
export async function giveAccess({ portal, mail }: Sending, scopes: AccessScope[], lastDay = ''): Promise<Given> {
  const { read } = portal.database
  await read.deleteFrom('person_access').where('email', '=', holder.email).execute()
  await read.deleteFrom('sign_in_limit').execute()
  const owner = await memberClient(portal.origin, 'MEMBER02')
  const body = { ...newInvitation(), email: holder.email, scopes, lastDay }
  await make(owner, calls.invitePerson, { body })
  const ticket = await ticketSent({ portal, mail }, body.invitationId)
  const client = await memberClient(portal.origin, holder.login)
  const { body: people } = await make(client, calls.answerInvitation, { body: { ticket, accept: true } })
  const personId = people.payload.held.find(({ accessId }) => accessId === body.invitationId)?.personId ?? ''
  return { owner, holder: client, accessId: body.invitationId, ticket, personId }
}

/** The ticket in the latest invitation for an access, once the e-mail has arrived; e-mails for other ones may arrive late. */
export async function ticketSent({ portal, mail }: Sending, accessId: string): Promise<string> {
  const until = Date.now() + 10_000
  for (;;) {
    const { email, ticket_hash } = await portal.database.read
      .selectFrom('person_access')
      .select(['email', 'ticket_hash'])
      .where('access_id', '=', accessId)
      .executeTakeFirstOrThrow()
    const ticket = ticketsSentTo(mail, email ?? '').find((one) => ticket_hash?.equals(hashSecret(one)))
    if (ticket !== undefined) return ticket
    if (Date.now() > until) throw new Error('No invitation came.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Starts viewing someone's information, with a token for the calls that need one. */
export async function view(client: Client, personId: string): Promise<Client> {
  const answer = await make(client, calls.startViewing, { body: { personId } })
  if (answer.status !== 200) throw new Error(`Viewing was refused with ${answer.status}.`)
  await client.takeToken()
  return client
}

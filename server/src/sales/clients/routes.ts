import type { PayloadOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/clients'
import type { EmailService } from '../../mailing/email/service.ts'
import { audit } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import type { Asking } from '../../platform/http/asking.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { clientScopes, type ProducerScope, producerScope } from '../agencies/scope.ts'
import {
  type ClientRow,
  findAddress,
  findClients,
  handOver,
  listAgents,
  listClients,
  listConsents,
  updateClient,
  writeConsent,
} from './store.ts'

type Client = PayloadOf<typeof calls.changeAgencyClient>
type Consents = PayloadOf<typeof calls.agencyConsents>

/** The book of business of an agency, limited to clients who consented (AG-5). */
export function bindClients(
  binder: Binder,
  { database, emails }: { readonly database: Database; readonly emails: EmailService },
): void {
  binder.bind(calls.agencyClients, ({ query }, asking) =>
    database.transaction(async (tx) => {
      const scopes =
        query.line === undefined
          ? [await producerScope(tx, asking.principal, 'clients')]
          : await clientScopes(tx, asking.principal, query.line)
      const { clients, total, next } = await listClients(tx, scopes, { today: easternDay(asking.now), ...query })
      await noteRead(tx, asking, clients)
      const [scope] = scopes
      const manages = query.line === undefined && scope?.entitlements.includes('manage')
      return {
        clients: clients.map((client) => view(client, scopeOf(scopes, client))),
        total,
        next,
        agents: manages && scope ? await listAgents(tx, scope) : null,
      }
    }),
  )

  binder.bind(calls.changeAgencyClient, ({ params: { clientId }, body }, asking) =>
    database.transaction(async (tx) => {
      const { version, note, followUpOn, agentId } = body
      const scopes = await clientScopes(tx, asking.principal, 'any')
      const find = async () =>
        (await findClients(tx, scopes, { today: easternDay(asking.now), clientIds: [clientId] }))[0]
      const client = await find()
      if (client === undefined) throw new CallError('NOT-FOUND')
      const scope = scopeOf(scopes, client)
      const isHandedOver = agentId !== undefined && agentId !== client.agent_account_id
      if (isHandedOver) await requireReceiver(tx, scope, agentId)
      const handed = isHandedOver ? { agent_account_id: agentId } : {}
      const change = { note, follow_up_on: followUpOn, changed_at: asking.now, ...handed }
      if (client.version !== version || !(await updateClient(tx, scope, client, change)))
        throw new CallError('CONFLICT')
      const action = isHandedOver ? 'client.hand-over' : 'client.change'
      await audit(
        tx,
        asking.principal,
        { action, recordType: 'client', recordId: clientId, memberId: client.member_id },
        asking,
      )
      if (isHandedOver) await tell(tx, asking, scope, agentId, 1)
      const after = await find()
      if (after === undefined) throw new CallError('NOT-FOUND')
      return view(after, scope)
    }),
  )

  binder.bind(calls.handOverClients, ({ body: { agentId, clients: wanted } }, asking) =>
    database.transaction(async (tx) => {
      const scope = await producerScope(tx, asking.principal, 'clients')
      await requireReceiver(tx, scope, agentId)
      const versions = new Map(wanted.map(({ clientId, version }) => [clientId.toLowerCase(), version]))
      const asked = { today: easternDay(asking.now), clientIds: [...versions.keys()] }
      const found = await findClients(tx, [scope], asked)
      if (found.length < versions.size) throw new CallError('NOT-FOUND')
      const others = found.filter((client) => client.agent_account_id !== agentId)
      if (others.length === 0) return { handedOver: 0 }
      if (others.some(({ client_id, version }) => versions.get(client_id) !== version)) throw new CallError('CONFLICT')
      const done = await handOver(tx, scope, others, { agent_account_id: agentId, changed_at: asking.now })
      if (done < others.length) throw new CallError('CONFLICT')
      const events = others.map(({ client_id, member_id }) => ({
        action: 'client.hand-over',
        recordType: 'client',
        recordId: client_id,
        memberId: member_id,
      }))
      await audit(tx, asking.principal, events, asking)
      await tell(tx, asking, scope, agentId, done)
      return { handedOver: done }
    }),
  )

  binder.bind(calls.agencyConsents, (_input, asking) =>
    database.transaction(async (tx) => {
      await audit(tx, asking.principal, { action: 'agency-consent.read' }, asking)
      return consentsOf(tx, asking.principal.memberId)
    }),
  )

  binder.bind(calls.changeAgencyConsent, ({ body: { agencyId, region, consent } }, asking) =>
    database.transaction(async (tx) => {
      const { memberId } = asking.principal
      await lockMember(tx, memberId)
      const today = easternDay(asking.now)
      const change = consent
        ? { consented_on: today, consent_ended_on: null }
        : { consented_on: null, consent_ended_on: today }
      const isClient = await writeConsent(tx, { memberId, agencyId, region }, { ...change, changed_at: asking.now })
      if (!isClient) throw new CallError('NOT-FOUND')
      const action = consent ? 'agency-consent.give' : 'agency-consent.end'
      await audit(tx, asking.principal, { action, recordType: 'agency', recordId: `${agencyId} ${region}` }, asking)
      return consentsOf(tx, memberId)
    }),
  )

  /** E-mails an agent to whom someone else gave clients: how many, but no names. */
  async function tell(tx: Tx, { now }: Asking, scope: ProducerScope, agentId: string, count: number): Promise<void> {
    if (agentId === scope.accountId) return
    const address = await findAddress(tx, agentId)
    if (address === undefined || address.email === null) return
    await emails.queue(tx, {
      template: 'clients-handed-over',
      values: { count: String(count) },
      to: address.email,
      brand: scope.brand,
      language: address.language ?? 'en',
      memberId: null,
      now,
    })
  }
}

/** Only someone who manages an agency hands clients over, and only to its own agents. */
async function requireReceiver(tx: Tx, scope: ProducerScope, agentId: string): Promise<void> {
  if (!scope.entitlements.includes('manage')) throw new CallError('WRONG-ROLE')
  const agents = await listAgents(tx, scope)
  if (!agents.some((agent) => agent.agentId === agentId)) throw new CallError('NOT-FOUND')
}

/** Audits the read under each member, so that they can see it. */
function noteRead(tx: Tx, asking: Asking, clients: readonly ClientRow[]): Promise<void> {
  const events = clients.map(({ client_id, member_id }) => ({
    action: 'client.read',
    recordType: 'client',
    recordId: client_id,
    memberId: member_id,
  }))
  return audit(tx, asking.principal, events, asking)
}

async function consentsOf(db: Reader, memberId: string): Promise<Consents> {
  const rows = await listConsents(db, memberId)
  return {
    agencies: rows.map(({ consented_on, consent_ended_on, ...agency }) => ({
      ...agency,
      consentedOn: consent_ended_on === null ? consented_on : null,
    })),
  }
}

/** Where someone works when they look at a client. */
function scopeOf(scopes: readonly ProducerScope[], { agencyId, region }: ClientRow): ProducerScope {
  const found = scopes.find((one) => one.agencyId === agencyId && one.region === region)
  if (found === undefined) throw new Error('A client of another agency was read.')
  return found
}

function view(client: ClientRow, { accountId: me, agencyName }: ProducerScope): Client {
  const { agent_account_id: agentId, agentName } = client
  return {
    clientId: client.client_id,
    firstName: client.firstName,
    lastName: client.lastName,
    phone: client.phone,
    email: client.email,
    plans: client.plans,
    coverageEnds: client.coverageEnds,
    consentedOn: client.consented_on ?? '',
    followUpOn: client.follow_up_on,
    note: client.note,
    version: client.version,
    agent: agentId === null || agentName === null ? null : { agentId, name: agentName, own: agentId === me },
    agencyName,
  }
}

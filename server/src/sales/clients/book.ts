import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/clients'
import { easternDay } from '../../platform/day.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about, aboutEach } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { clientScopes, type ProducerScope, producerScope } from '../agencies/scope.ts'
import { nameClient, requireReceiver, tellAgent } from './hand-over.ts'
import type { ClientParts } from './parts.ts'
import { type ClientRow, findClients, listAgents, listClients, updateClient } from './store.ts'

type Client = PayloadOf<typeof calls.changeAgencyClient>

export const listBook: AuditedHandler<typeof calls.agencyClients> = async ({ principal, query }, { now }, tx) => {
  const scopes =
    query.line === undefined
      ? [await producerScope(tx, principal, 'clients')]
      : await clientScopes(tx, principal, query.line)
  const { clients, total, next } = await listClients(tx, scopes, { today: easternDay(now), ...query })
  const [scope] = scopes
  const manages = query.line === undefined && scope?.entitlements.includes('manage')
  return aboutEach(clients.map(nameClient), {
    clients: clients.map((client) => showClient(client, findScope(scopes, client))),
    total,
    next,
    agents: manages && scope ? await listAgents(tx, scope) : null,
  })
}

export const changeClient =
  (parts: ClientParts): AuditedHandler<typeof calls.changeAgencyClient> =>
  async ({ params: { clientId }, body }, context, tx) => {
    const { version, note, followUpOn, agentId } = body
    const scopes = await clientScopes(tx, context.principal, 'any')
    const find = async () =>
      (await findClients(tx, scopes, { today: easternDay(context.now), clientIds: [clientId] }))[0]
    const client = await find()
    if (client === undefined) throw new CallError('NOT-FOUND')
    const scope = findScope(scopes, client)
    const isHandedOver = agentId !== undefined && agentId !== client.agent_account_id
    if (isHandedOver) await requireReceiver(tx, scope, agentId)
    const handed = isHandedOver ? { agent_account_id: agentId } : {}
    const change = { note, follow_up_on: followUpOn, changed_at: context.now, ...handed }
    if (client.version !== version || !(await updateClient(tx, scope, client, change))) throw new CallError('CONFLICT')
    const action = isHandedOver ? 'client.hand-over' : 'client.change'
    if (isHandedOver) await tellAgent(parts, tx, context, scope, agentId, 1)
    const after = await find()
    if (after === undefined) throw new CallError('NOT-FOUND')
    return about(clientId, showClient(after, scope), { action, memberId: client.member_id })
  }

/** The scope in which someone sees a client. */
function findScope(scopes: readonly ProducerScope[], { agencyId, region }: ClientRow): ProducerScope {
  const found = scopes.find((one) => one.agencyId === agencyId && one.region === region)
  if (found === undefined) throw new Error('A client of another agency was read.')
  return found
}

function showClient(client: ClientRow, { accountId: me, agencyName }: ProducerScope): Client {
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

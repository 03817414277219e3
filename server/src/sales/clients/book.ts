import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/clients'
import { readAudited } from '../../platform/audit/reads.ts'
import { audit } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallInput } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { clientScopes, type ProducerScope, producerScope } from '../agencies/scope.ts'
import { requireReceiver, tellAgent } from './hand-over.ts'
import type { ClientParts } from './parts.ts'
import { type ClientRow, findClients, listAgents, listClients, updateClient } from './store.ts'

type Client = PayloadOf<typeof calls.changeAgencyClient>

export function listBook(
  { database }: ClientParts,
  { query }: CallInput<typeof calls.agencyClients>,
  context: CallContext<Principal>,
): Promise<PayloadOf<typeof calls.agencyClients>> {
  return readAudited(database, async (tx) => {
    const scopes =
      query.line === undefined
        ? [await producerScope(tx, context.principal, 'clients')]
        : await clientScopes(tx, context.principal, query.line)
    const { clients, total, next } = await listClients(tx, scopes, { today: easternDay(context.now), ...query })
    await recordRead(tx, context, clients)
    const [scope] = scopes
    const manages = query.line === undefined && scope?.entitlements.includes('manage')
    return {
      clients: clients.map((client) => showClient(client, findScope(scopes, client))),
      total,
      next,
      agents: manages && scope ? await listAgents(tx, scope) : null,
    }
  })
}

export function changeClient(
  parts: ClientParts,
  { params: { clientId }, body }: CallInput<typeof calls.changeAgencyClient>,
  context: CallContext<Principal>,
): Promise<PayloadOf<typeof calls.changeAgencyClient>> {
  const { database } = parts
  return database.transaction(async (tx) => {
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
    await audit(
      tx,
      context.principal,
      { action, recordType: 'client', recordId: clientId, memberId: client.member_id },
      context,
    )
    if (isHandedOver) await tellAgent(parts, tx, context, scope, agentId, 1)
    const after = await find()
    if (after === undefined) throw new CallError('NOT-FOUND')
    return showClient(after, scope)
  })
}

/** Audits the read under each member, so that they can see it. */
function recordRead(tx: Tx, context: CallContext<Principal>, clients: readonly ClientRow[]): Promise<void> {
  const events = clients.map(({ client_id, member_id }) => ({
    action: 'client.read',
    recordType: 'client',
    recordId: client_id,
    memberId: member_id,
  }))
  return audit(tx, context.principal, events, context)
}

/** Where someone works when they look at a client. */
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

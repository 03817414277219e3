import type * as calls from '@portico/contract/calls/clients'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { aboutEach, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { type ProducerScope, producerScope } from '../agencies/scope.ts'
import type { ClientParts } from './parts.ts'
import { type ClientRow, findAddress, findClients, handOver, listAgents } from './store.ts'

export const handOverClients =
  (parts: ClientParts): AuditedHandler<typeof calls.handOverClients> =>
  async ({ body: { agentId, clients: wanted } }, context, tx) => {
    const scope = await producerScope(tx, context.principal, 'clients')
    await requireReceiver(tx, scope, agentId)
    const versions = new Map(wanted.map(({ clientId, version }) => [clientId.toLowerCase(), version]))
    const asked = { today: easternDay(context.now), clientIds: [...versions.keys()] }
    const found = await findClients(tx, [scope], asked)
    if (found.length < versions.size) throw new CallError('NOT-FOUND')
    const others = found.filter((client) => client.agent_account_id !== agentId)
    if (others.length === 0) return leaveUnchanged({ handedOver: 0 })
    if (others.some(({ client_id, version }) => versions.get(client_id) !== version)) throw new CallError('CONFLICT')
    const done = await handOver(tx, scope, others, { agent_account_id: agentId, changed_at: context.now })
    if (done < others.length) throw new CallError('CONFLICT')
    await tellAgent(parts, tx, context, scope, agentId, done)
    return aboutEach(others.map(nameClient), { handedOver: done })
  }

/** A client's name in the audit log: under the member, so that the member can see it. */
export function nameClient({ client_id, member_id }: Pick<ClientRow, 'client_id' | 'member_id'>) {
  return { recordId: client_id, memberId: member_id }
}

/** E-mails an agent to whom someone else gave clients: how many, but no names. */
export async function tellAgent(
  { emails }: ClientParts,
  tx: Tx,
  { now }: CallContext<Principal>,
  scope: ProducerScope,
  agentId: string,
  count: number,
): Promise<void> {
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

/** Only someone who manages an agency hands clients over, and only to that agency's agents. */
export async function requireReceiver(tx: Tx, scope: ProducerScope, agentId: string): Promise<void> {
  if (!scope.entitlements.includes('manage')) throw new CallError('WRONG-ROLE')
  const agents = await listAgents(tx, scope)
  if (!agents.some((agent) => agent.agentId === agentId)) throw new CallError('NOT-FOUND')
}

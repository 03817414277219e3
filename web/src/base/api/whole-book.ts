import { agencyClients } from '@portico/contract/calls/clients'
import { api } from './api.ts'

/** Every client of the chosen agency and region, page by page (AG-5); `agents` as in the call. */
export async function wholeBook(signal: AbortSignal) {
  const first = await api.call(agencyClients, { query: {}, signal })
  const clients = [...first.clients]
  for (let after = first.next; after !== null; ) {
    const page = await api.call(agencyClients, { query: { after }, signal })
    clients.push(...page.clients)
    after = page.next
  }
  return { clients, agents: first.agents }
}

import { agencyClients } from '@portico/contract/calls/clients'
import { api } from './api.ts'
import { readPages } from './read-pages.ts'

/** Every client of the chosen agency and region (AG-5); `agents` as in the call. */
export async function wholeBook(signal: AbortSignal) {
  const pages = await readPages((query) => api.call(agencyClients, { query, signal }))
  return { clients: pages.flatMap(({ clients }) => clients), agents: pages[0].agents }
}

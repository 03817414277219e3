import { agencyProposals } from '@portico/contract/calls/proposals'
import { api } from './api.ts'
import { readPages } from './read-pages.ts'

/** Every proposal of the chosen agency and region (AG-6). */
export async function wholeProposals(signal: AbortSignal) {
  const pages = await readPages((query) => api.call(agencyProposals, { query, signal }))
  return pages.flatMap(({ proposals }) => proposals)
}

import { agencyProposals } from '@portico/contract/calls/proposals'
import { api } from './api.ts'

/** Every proposal of the chosen agency and region, page by page (AG-6). */
export async function wholeProposals(signal: AbortSignal) {
  const first = await api.call(agencyProposals, { query: {}, signal })
  const proposals = [...first.proposals]
  for (let after = first.next; after !== null; ) {
    const page = await api.call(agencyProposals, { query: { after }, signal })
    proposals.push(...page.proposals)
    after = page.next
  }
  return proposals
}

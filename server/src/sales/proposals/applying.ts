import { hashSecret } from '../../identity/tokens/secrets.ts'
import type { DataKey } from '../../platform/data-key.ts'
import type { Reader } from '../../platform/db/database.ts'
import { isEntitled } from '../agencies/scope.ts'
import { openProposalContent } from './content.ts'
import { findByTicket } from './store.ts'

/**
 * The proposal that led to an application (AG-6): the client has its link, the link still works, brand and plan are the same, and the
 * agent may enroll people. Null otherwise; we accept the application all the same.
 */
export async function findAppliedProposal(
  db: Reader,
  dataKey: DataKey,
  ticket: string,
  of: { readonly brand: string; readonly planId: string; readonly planYear: number; readonly now: Date },
): Promise<string | null> {
  const row = ticket === '' ? undefined : await findByTicket(db, hashSecret(ticket), of.now)
  if (row === undefined || row.brand !== of.brand || row.plan_year !== of.planYear) return null
  if (!openProposalContent(dataKey, row).plans.some(({ planId }) => planId === of.planId)) return null
  const agent = { accountId: row.agent_account_id, agencyId: row.agency_id, region: row.region }
  return (await isEntitled(db, agent, 'enroll')) ? row.proposal_id : null
}

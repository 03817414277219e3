import type { Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { ProducerScope } from '../agencies/scope.ts'
import { findProposal, type ProposalRow } from './store.ts'

/** A proposal of the chosen agency and region. Throws NOT-FOUND. */
export async function requireProposal(db: Reader, scope: ProducerScope, proposalId: string): Promise<ProposalRow> {
  const row = await findProposal(db, scope, proposalId)
  if (row === undefined) throw new CallError('NOT-FOUND')
  return row
}

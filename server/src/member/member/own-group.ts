import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { type GroupScope, listCoverages } from './store.ts'

/** Throws NOT-FOUND for a group that the member is not in. */
export async function ownGroup(
  tx: Tx,
  { memberId }: MemberPrincipal,
  { clientNumber, groupNumber }: Omit<GroupScope, 'memberId'>,
): Promise<GroupScope> {
  const coverages = await listCoverages(tx, memberId)
  if (!coverages.some((row) => row.client_number === clientNumber && row.group_number === groupNumber)) {
    throw new CallError('NOT-FOUND')
  }
  return { memberId, clientNumber, groupNumber }
}

/** The group as the audit log names it. */
export function nameGroup({ clientNumber, groupNumber }: GroupScope): string {
  return `${clientNumber}/${groupNumber}`
}

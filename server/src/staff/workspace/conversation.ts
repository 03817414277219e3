import { requireDeskScope } from '../../identity/rights/scope.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { findWork } from './store.ts'

/** The member of a conversation at the caller's desk; undefined for one of other brands. Throws WRONG-ROLE for staff without a desk. */
export async function findConversation(
  db: Reader,
  principal: Pick<Principal, 'accountId'>,
  threadId: string,
): Promise<{ readonly memberId: string; readonly brand: string } | undefined> {
  const work = await findWork(db, await requireDeskScope(db, principal), threadId)
  return work && { memberId: work.member_id, brand: work.brand }
}

import type { Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { isOpen } from './session-store.ts'

/**
 * Locks the member, to store something that lasts only as long as their account. Throws NO-SESSION if the session has ended meanwhile: the
 * account may have been closed, and deleted data must not reappear for the next person who registers for the member (RG-3).
 */
export async function lockOwnMember(tx: Tx, { memberId, sessionId }: MemberPrincipal): Promise<void> {
  await lockMember(tx, memberId)
  if (!(await isOpen(tx, sessionId))) throw new CallError('NO-SESSION')
}

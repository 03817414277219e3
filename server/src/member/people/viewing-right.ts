import { findOwnMember } from '../../identity/accounts/people.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { readScopesHeld } from './standing.ts'

/**
 * Whether someone who looks at another person's information may still see all that they could when they began (RG-3): since then, a
 * birthday, a plan's file or the end of coverage may have changed it. Losing a right does not affect anybody else.
 */
export async function maySeeStill(
  db: Reader,
  { accountId, memberId: personId, scopes }: Pick<Principal, 'accountId' | 'memberId' | 'scopes'>,
  now: Date,
): Promise<boolean> {
  if (scopes === null) return true
  if (personId === null) return false
  const memberId = await findOwnMember(db, accountId)
  const held = await readScopesHeld(db, { accountId, memberId, personId }, now)
  return scopes.every((scope) => held.includes(scope))
}

import type { Reader } from '../../platform/db/database.ts'
import { findMember } from './store.ts'

/** A member's name in the plan's records; empty for a deleted member. */
export async function nameOfMember(
  db: Reader,
  memberId: string,
): Promise<{ readonly firstName: string; readonly lastName: string }> {
  const member = await findMember(db, memberId)
  return { firstName: member?.first_name ?? '', lastName: member?.last_name ?? '' }
}

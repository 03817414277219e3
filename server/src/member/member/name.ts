import type { Reader } from '../../platform/db/database.ts'
import { findMember } from './store.ts'

/** A member's name and day of birth in the plan's records; empty, and null, for a deleted member. */
export async function nameOfMember(
  db: Reader,
  memberId: string,
): Promise<{ readonly firstName: string; readonly lastName: string; readonly dateOfBirth: string | null }> {
  const member = await findMember(db, memberId)
  return {
    firstName: member?.first_name ?? '',
    lastName: member?.last_name ?? '',
    dateOfBirth: member?.date_of_birth ?? null,
  }
}

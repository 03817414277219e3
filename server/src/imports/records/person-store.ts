import { CannotRun } from '../../platform/command-line.ts'
import type { Reader } from '../../platform/db/database.ts'

/** Finds the member with a member number of a brand. Throws CannotRun. */
export async function requireMember(db: Reader, brand: string, memberNumber: string): Promise<string> {
  const rows = await db
    .selectFrom('member')
    .select('member_id')
    .where('brand', '=', brand)
    .where('member_number', '=', memberNumber)
    .limit(2)
    .execute()
  const [member] = rows
  if (member === undefined) throw new CannotRun(`${brand} has no member with the number ${memberNumber}.`)
  if (rows.length > 1)
    throw new CannotRun(
      `${brand} has several members with the number ${memberNumber}: give each their own number first.`,
    )
  return member.member_id
}

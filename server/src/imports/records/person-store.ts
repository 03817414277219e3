import { CannotRun } from '../../platform/command-line.ts'
import type { Reader } from '../../platform/db/database.ts'

/** The member whom a brand knows by a number of their own. Throws CannotRun. */
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

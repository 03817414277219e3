import type { Reader } from '../../platform/db/database.ts'

/** Decides which line a member calls outside pages, where no group is selected: the group that pages show by default (BR-10). */
export async function readLineMember(db: Reader, memberId: string): Promise<{ readonly isNDMedicaid: boolean }> {
  const first = await db
    .selectFrom('coverage')
    .select('is_nd_medicaid')
    .where('member_id', '=', memberId)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return { isNDMedicaid: first?.is_nd_medicaid ?? false }
}

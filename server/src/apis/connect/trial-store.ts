import type { Reader } from '../../platform/db/database.ts'

/** The account, member and brand behind a login ID of the demo. */
export function findTrialMember(db: Reader, loginId: string) {
  return db
    .selectFrom('account')
    .select(['account_id', 'member_id', 'brand'])
    .where('login_id', '=', loginId)
    .executeTakeFirst()
}

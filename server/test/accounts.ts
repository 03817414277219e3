import type { Reader } from '../src/platform/db/database.ts'

/** The row of the account with this login ID, which must be there. */
export function readByLogin(db: Reader, loginId: string) {
  return db.selectFrom('account').selectAll().where('login_id', '=', loginId).executeTakeFirstOrThrow()
}

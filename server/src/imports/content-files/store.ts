import type { Reader, Tx } from '../../platform/db/database.ts'

/** Whether a version was shown and then rolled back: an older file must not propose it again unnoticed. */
export async function isRolledBack(tx: Tx, versionId: string): Promise<boolean> {
  const undone = await tx
    .selectFrom('content_released')
    .innerJoin('content_undo', 'content_undo.release_id', 'content_released.release_id')
    .select('undo_id')
    .where('version_id', '=', versionId)
    .executeTakeFirst()
  return undone !== undefined
}

/** Finds a member of staff by login ID, however it is written. */
export function findStaffAccount(db: Reader, loginId: string) {
  return db
    .selectFrom('account')
    .select(['account_id', 'login_id', 'brand'])
    .where('login_id', '=', loginId.toUpperCase())
    .where('role', '=', 'INTERNAL')
    .executeTakeFirst()
}

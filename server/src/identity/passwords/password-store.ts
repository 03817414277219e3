import { limits } from '@portico/rules/limits'
import type { Reader, Tx } from '../../platform/db/database.ts'

/** Number of old passwords that cannot be reused (VA-4). */
const kept = limits.password.history

/** Hashes of earlier passwords, latest first. */
export async function listOldHashes(db: Reader, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('password_history')
    .select('password_hash')
    .where('account_id', '=', accountId)
    .orderBy('set_at', 'desc')
    .limit(kept)
    .execute()
  return rows.map(({ password_hash }) => password_hash)
}

/** Whether a password change has ended the session. */
export async function isEndedByChange(db: Reader, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('ended_reason', '=', 'password-changed')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Replaces the checked hash with a new one; the old one joins the history, and no change is due anymore. Returns false and changes nothing
 * if the hash was replaced in the meantime.
 */
export async function replacePassword(
  tx: Tx,
  change: { readonly accountId: string; readonly from: string; readonly to: string; readonly now: Date },
): Promise<boolean> {
  const { accountId, from, to, now } = change
  const updated = await tx
    .updateTable('account')
    .set({
      password_hash: to,
      password_changed_at: now,
      temporary_password: false,
      security_strength_enforcement: 'NONE',
    })
    .where('account_id', '=', accountId)
    .where('password_hash', '=', from)
    .returning('account_id')
    .execute()
  if (updated.length === 0) return false
  await tx.insertInto('password_history').values({ account_id: accountId, set_at: now, password_hash: from }).execute()
  const newest = tx
    .selectFrom('password_history')
    .select('set_at')
    .where('account_id', '=', accountId)
    .orderBy('set_at', 'desc')
    .limit(kept)
  await tx
    .deleteFrom('password_history')
    .where('account_id', '=', accountId)
    .where('set_at', 'not in', newest)
    .execute()
  return true
}

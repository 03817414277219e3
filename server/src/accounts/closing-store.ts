import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** What belongs to an account alone: how its owner signs in, what they chose, what they began. */
const ownTables = [
  'passkey',
  'authenticator',
  'recovery_code',
  'trusted_device',
  'sign_in_challenge',
  'recovery_ticket',
  'registration',
  'security_answer',
  'email_change',
  'person_state',
  'password_history',
  'rating_info',
] as const

const closedHash = 'closed'

/**
 * Empties an account for good: no one can sign in to it, its login ID is free, and its member has none. The row stays, for
 * what the audit log says of it. False where it is closed already.
 */
export async function emptyAccount(tx: Tx, accountId: string): Promise<boolean> {
  const gone = {
    email: null,
    phone: null,
    phone_type: null,
    bus_phone: null,
    address: null,
    city: null,
    nick_name: null,
  }
  const emptied = await tx
    .updateTable('account')
    .set({
      ...gone,
      // No login ID has a blank, and no password this hash.
      login_id: sql`'CLOSED ' || upper(account_id::text)`,
      password_hash: closedHash,
      member_id: null,
      first_name: '',
      last_name: '',
      date_of_birth: null,
      zip_code: null,
      county: null,
      challenge_question: null,
    })
    .where('account_id', '=', accountId)
    .where('password_hash', '!=', closedHash)
    .returning('account_id')
    .executeTakeFirst()
  if (emptied === undefined) return false
  for (const table of ownTables) await tx.deleteFrom(table).where('account_id', '=', accountId).execute()
  return true
}

import type { PayloadOf } from '@portico/contract/call'
import type { staffPerson } from '@portico/contract/calls/administration'
import { parseDevice } from '@portico/rules/account-security/device'
import type { Reader } from '../../platform/db/database.ts'

type LiveSession = PayloadOf<typeof staffPerson>['sessions'][number]

const maxListed = 100

/** Where an account is signed in, last used first; without a rep's simulations of a member. */
export async function listLiveSessions(
  db: Reader,
  accountId: string,
  { now, idleSince }: { readonly now: Date; readonly idleSince: Date },
): Promise<LiveSession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['session_id', 'user_agent', 'method', 'address', 'created_at', 'last_seen_at'])
    .where('account_id', '=', accountId)
    .where('actor_account_id', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleSince)
    .orderBy('last_seen_at', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map((row) => ({
    sessionId: row.session_id,
    ...parseDevice(row.user_agent),
    method: row.method,
    address: row.address,
    signedInAt: row.created_at.toISOString(),
    lastActiveAt: row.last_seen_at.toISOString(),
  }))
}

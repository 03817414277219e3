import type { Reader, Tx } from '../../platform/db/database.ts'

/** What people have by a connection: all of them, or one of them, or what belongs to one session at the provider. */
export interface ByConnection {
  readonly connectionId: string
  readonly accountId: string | null
  readonly providerSession: string | null
}

/** Ids of open sessions, in their order. */
export async function listOpenSessions(db: Reader, by: ByConnection): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('session')
    .select('session_id')
    .where('ended_at', 'is', null)
    .where('connection_id', '=', by.connectionId)
    .$if(by.accountId !== null, (query) => query.where('account_id', '=', by.accountId ?? ''))
    .$if(by.providerSession !== null, (query) => query.where('provider_session', '=', by.providerSession))
    .orderBy('session_id')
    .execute()
  return rows.map(({ session_id: id }) => id)
}

/** Forgets sign-ins that wait for a code of ours. */
export async function forgetChallenges(tx: Tx, by: ByConnection): Promise<void> {
  await tx
    .deleteFrom('sign_in_challenge')
    .where('connection_id', '=', by.connectionId)
    .$if(by.accountId !== null, (query) => query.where('account_id', '=', by.accountId ?? ''))
    .$if(by.providerSession !== null, (query) => query.where('provider_session', '=', by.providerSession))
    .execute()
}

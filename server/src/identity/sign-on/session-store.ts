import type { Reader, Tx } from '../../platform/db/database.ts'

/** What people have through a connection: everyone, one person, or one session at the provider. */
export interface ByConnection {
  readonly connectionId: string
  readonly accountId: string | null
  readonly providerSession: string | null
}

/** Ids of open sessions, in order. */
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

/** Deletes cards kept on phones, even those of timed-out sessions: someone whom the plan no longer lets in has no card from it. */
export async function endKeptCards(tx: Tx, by: ByConnection): Promise<void> {
  const sessions = tx
    .selectFrom('session')
    .select('session_id')
    .where('connection_id', '=', by.connectionId)
    .$if(by.providerSession !== null, (query) => query.where('provider_session', '=', by.providerSession))
  await deleteKept(tx, by).where('session_id', 'in', sessions).execute()
}

/** The same for sessions that are already deleted: the cards of people who sign in by the connection. */
export async function endOldKeptCards(tx: Tx, by: ByConnection): Promise<void> {
  const linked = tx.selectFrom('identity_link').select('account_id').where('connection_id', '=', by.connectionId)
  await deleteKept(tx, by)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('session').select('session_id').whereRef('session.session_id', '=', 'kept_card.session_id')),
      ),
    )
    .$if(by.accountId === null, (query) => query.where('account_id', 'in', linked))
    .execute()
}

function deleteKept(tx: Tx, { accountId }: ByConnection) {
  return tx.deleteFrom('kept_card').$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''))
}

/** Deletes sign-ins that wait for our own code. */
export async function forgetChallenges(tx: Tx, by: ByConnection): Promise<void> {
  await tx
    .deleteFrom('sign_in_challenge')
    .where('connection_id', '=', by.connectionId)
    .$if(by.accountId !== null, (query) => query.where('account_id', '=', by.accountId ?? ''))
    .$if(by.providerSession !== null, (query) => query.where('provider_session', '=', by.providerSession))
    .execute()
}

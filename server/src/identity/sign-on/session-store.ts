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

/** Ends the cards that phones keep, also where the session had timed out: whom the plan lets in no more has no card of it. */
export async function endKeptCards(tx: Tx, by: ByConnection): Promise<void> {
  const sessions = tx
    .selectFrom('session')
    .select('session_id')
    .where('connection_id', '=', by.connectionId)
    .$if(by.providerSession !== null, (query) => query.where('provider_session', '=', by.providerSession))
  await deleteKept(tx, by).where('session_id', 'in', sessions).execute()
}

/** The same where the session is too long ago to be known: those of whoever signs in by the connection. */
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

/** Forgets sign-ins that wait for a code of ours. */
export async function forgetChallenges(tx: Tx, by: ByConnection): Promise<void> {
  await tx
    .deleteFrom('sign_in_challenge')
    .where('connection_id', '=', by.connectionId)
    .$if(by.accountId !== null, (query) => query.where('account_id', '=', by.accountId ?? ''))
    .$if(by.providerSession !== null, (query) => query.where('provider_session', '=', by.providerSession))
    .execute()
}

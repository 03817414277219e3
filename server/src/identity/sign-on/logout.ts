import { audit } from '../../platform/audit/store.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { insertAttempt } from './attempt-store.ts'
import type { SignOnParts } from './flow.ts'
import { findLinked } from './link-store.ts'
import { SignOnFailure } from './protocol.ts'
import { openSecret } from './secret.ts'
import { findLive } from './store.ts'

/** Ends the sessions that a provider says are over (OS-62): one of its own, or all of a person's. Throws SignOnFailure. */
export async function endByProvider(
  parts: SignOnParts & { readonly sessions: Pick<Sessions, 'end'> },
  { connectionId, token }: { readonly connectionId: string; readonly token: string },
  { now, origin }: CallContext,
): Promise<void> {
  const { database, dataKey, sessions, reach } = parts
  const connection = await findLive(database.read, connectionId)
  if (connection?.settings.kind !== 'oidc') throw new SignOnFailure('answer-invalid', 'kind')
  const { settings } = connection
  const { readLogout } = await import('./oidc.ts')
  const client = { settings, answerAt: '', secret: openSecret(dataKey, connection), reach }
  const { issuer, subject, session } = await readLogout(client, token)
  await database.transaction(async (tx) => {
    const accountId = subject === null ? null : await findLinked(tx, connectionId, { issuer, subject })
    if (subject !== null && accountId === null) return
    const over = await tx
      .selectFrom('session')
      .select('session_id')
      .where('connection_id', '=', connectionId)
      .where('ended_at', 'is', null)
      .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''))
      .$if(session !== null, (query) => query.where('provider_session', '=', session))
      .orderBy('session_id')
      .limit(1000)
      .execute()
    for (const { session_id: id } of over) {
      await sessions.end(tx, id, 'signed-out-elsewhere', now)
      const event = { action: 'sign-out.provider', recordType: 'session', recordId: id, memberId: null }
      await audit(tx, null, event, { now, origin })
    }
    await tx
      .deleteFrom('sign_in_challenge')
      .where('connection_id', '=', connectionId)
      .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''))
      .$if(session !== null, (query) => query.where('provider_session', '=', session))
      .execute()
    const attempt = { connection_id: connectionId, at: now, outcome: 'signed-out', detail: null } as const
    await insertAttempt(tx, { ...attempt, is_test: false })
  })
}

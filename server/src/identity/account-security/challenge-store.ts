import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { deleteFree } from '../../platform/db/row-locks.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { hashSecret } from '../tokens/secrets.ts'

export type Challenge = Selectable<Tables['sign_in_challenge']>

type Purpose = Challenge['purpose']

const lifetimeMs = 10 * 60_000

/** Number of wrong codes that a half-done sign-in allows. */
const maxFailures = 5

/** A half-done sign-in or ceremony. The browser must come back with `key`. */
export interface NewChallenge {
  readonly key: string
  readonly purpose: Purpose
  readonly accountId?: string
  readonly sessionId?: string
  readonly webauthnChallenge?: string
  /** The connection that authenticated the first step, and that may end the resulting session. */
  readonly provider?: {
    readonly connectionId: string
    /** Version of the connection's settings: under other settings they may not get in. */
    readonly version: number
    readonly session: string | null
  } | null
  /** Ten minutes by default. */
  readonly lifetimeMs?: number
}

/** Stores a challenge, and deletes expired ones. */
export async function keepChallenge(tx: Tx, challenge: NewChallenge, now: Date): Promise<void> {
  await deleteFree(tx, 'sign_in_challenge', sql`expires_at <= ${now}`)
  await tx
    .insertInto('sign_in_challenge')
    .values({
      challenge_hash: hashSecret(challenge.key),
      purpose: challenge.purpose,
      account_id: challenge.accountId ?? null,
      session_id: challenge.sessionId ?? null,
      webauthn_challenge: challenge.webauthnChallenge ?? null,
      connection_id: challenge.provider?.connectionId ?? null,
      connection_version: challenge.provider?.version ?? null,
      provider_session: challenge.provider?.session ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + (challenge.lifetimeMs ?? lifetimeMs)),
    })
    .execute()
}

interface Lookup {
  readonly key: string
  readonly purpose: Purpose
}

/** A challenge that can still be answered; null for any other. */
export async function findChallenge(db: Reader, { key, purpose }: Lookup, now: Date): Promise<Challenge | null> {
  const row = await db
    .selectFrom('sign_in_challenge')
    .selectAll()
    .where('challenge_hash', '=', hashSecret(key))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('failures', '<', maxFailures)
    .executeTakeFirst()
  return row ?? null
}

/** Uses up a challenge, which works once; a second try returns null. */
export async function takeChallenge(tx: Tx, { key, purpose }: Lookup, now: Date): Promise<Challenge | null> {
  const row = await tx
    .deleteFrom('sign_in_challenge')
    .where('challenge_hash', '=', hashSecret(key))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Deletes an account's half-done sign-ins and ceremonies. */
export async function dropChallenges(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('sign_in_challenge').where('account_id', '=', accountId).execute()
}

export async function countFailure(tx: Tx, challenge: Challenge): Promise<void> {
  await tx
    .updateTable('sign_in_challenge')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('challenge_hash', '=', challenge.challenge_hash)
    .execute()
}

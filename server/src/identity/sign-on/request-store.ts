import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { deleteFree } from '../../platform/db/row-locks.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'
import type { Arrived, Proof } from './protocol.ts'

export type SignOnRequest = Selectable<Tables['identity_request']>

/** How long a person may take at the provider, in ms. */
const lifetimeMs = 10 * 60_000
/** A request is remembered a while after its end, so that a late or repeated answer is told for what it is. */
const keptMs = 60 * 60_000

export interface NewRequest {
  readonly state: string
  readonly connectionId: string
  readonly version: number
  /** The browser that has to come back. */
  readonly browser: string
  readonly proof: Proof
  readonly triedBy: string | null
}

/** Stores a sign-in that begins, and deletes those that are long over; false if its state is taken. */
export async function insertRequest(tx: Tx, request: NewRequest, now: Date): Promise<boolean> {
  await deleteFree(tx, 'identity_request', sql`expires_at <= ${new Date(now.getTime() - keptMs)}`)
  const stored = await tx
    .insertInto('identity_request')
    .values({
      state_hash: hashSecret(request.state),
      connection_id: request.connectionId,
      version: request.version,
      browser_hash: hashSecret(request.browser),
      proof: JSON.stringify(request.proof),
      tried_by: request.triedBy,
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('state_hash')
    .executeTakeFirst()
  return stored !== undefined
}

/** Keeps that a message of a provider has arrived, for longer than it is good; false if it had before. No browser can go on with it. */
export async function keepMessage(
  tx: Tx,
  { id, ...of }: Pick<NewRequest, 'connectionId' | 'version'> & { readonly id: string },
  now: Date,
): Promise<boolean> {
  const state = `${of.connectionId} message ${id}`
  if (!(await insertRequest(tx, { ...of, state, browser: newSecret(), proof: {}, triedBy: null }, now))) return false
  return markAnswered(tx, { state_hash: hashSecret(state) }, now)
}

export async function findRequest(db: Reader, state: string): Promise<SignOnRequest | null> {
  const row = await db
    .selectFrom('identity_request')
    .selectAll()
    .where('state_hash', '=', hashSecret(state))
    .executeTakeFirst()
  return row ?? null
}

/** Marks a request as answered; false if it was already: an answer works once. */
export async function markAnswered(
  db: Reader,
  { state_hash: stateHash }: Pick<SignOnRequest, 'state_hash'>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity_request')
    .set({ answered_at: now })
    .where('state_hash', '=', stateHash)
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Keeps what a form has proven until the browser comes back for it. Returns true, for it follows `markAnswered`. */
export async function keepAnswer(
  tx: Tx,
  { state_hash: stateHash }: Pick<SignOnRequest, 'state_hash'>,
  arrived: Arrived,
): Promise<true> {
  await tx
    .updateTable('identity_request')
    .set({ answer: JSON.stringify(arrived) })
    .where('state_hash', '=', stateHash)
    .execute()
  return true
}

/** What a form has proven, once. */
export async function takeAnswer(
  tx: Tx,
  { state_hash: stateHash }: Pick<SignOnRequest, 'state_hash'>,
): Promise<Arrived | null> {
  const kept = await tx
    .selectFrom('identity_request')
    .select('answer')
    .where('state_hash', '=', stateHash)
    .forUpdate()
    .executeTakeFirst()
  await tx.updateTable('identity_request').set({ answer: null }).where('state_hash', '=', stateHash).execute()
  return kept?.answer ?? null
}

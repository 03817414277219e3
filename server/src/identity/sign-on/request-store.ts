import type { Selectable } from 'kysely'
import { createStatement, type Database, executeKept, type Reader, runIn, type Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'
import type { Arrived, Proof } from './protocol.ts'

export type SignOnRequest = Selectable<Tables['identity_request']>

const columns = [
  'state_hash',
  'connection_id',
  'version',
  'browser_hash',
  'proof',
  'tried_by',
  'answered_at',
  'answer',
  'created_at',
  'expires_at',
] as const satisfies (keyof SignOnRequest)[]

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

const beginStatement = createStatement<
  { readonly state: Buffer },
  {
    readonly state: Buffer
    readonly connectionId: string
    readonly version: number
    readonly browser: Buffer
    readonly proof: string
    readonly triedBy: string | null
    readonly now: Date
    readonly until: Date
    readonly over: Date
  }
>(
  'sign-on-begin',
  `with forgotten as (
    delete from identity_request where ctid = any (array(
      select ctid from identity_request where expires_at <= :over for update skip locked))
  )
  insert into identity_request (state_hash, connection_id, version, browser_hash, proof, tried_by, created_at, expires_at)
  values (:state, :connectionId::uuid, :version, :browser, :proof::jsonb, :triedBy::uuid, :now, :until)
  on conflict do nothing returning state_hash as state`,
)

/** Stores a sign-in that begins, and deletes those that are long over; false if its state is taken. */
export async function insertRequest(
  { run }: Pick<Database, 'run'>,
  { state, connectionId, version, browser, proof, triedBy }: NewRequest,
  now: Date,
): Promise<boolean> {
  const hashed = { state: hashSecret(state), browser: hashSecret(browser), proof: JSON.stringify(proof) }
  const times = { now, until: new Date(now.getTime() + lifetimeMs), over: new Date(now.getTime() - keptMs) }
  const values = beginStatement.bindValues({ ...hashed, ...times, connectionId, version, triedBy })
  return (await run(beginStatement, values)).length === 1
}

/** Keeps that a message of a provider has arrived, for longer than it is good; false if it had before. No browser can go on with it. */
export async function keepMessage(
  tx: Tx,
  { id, ...of }: Pick<NewRequest, 'connectionId' | 'version'> & { readonly id: string },
  now: Date,
): Promise<boolean> {
  const state = `${of.connectionId} message ${id}`
  if (!(await insertRequest(runIn(tx), { ...of, state, browser: newSecret(), proof: {}, triedBy: null }, now)))
    return false
  return markAnswered(tx, { state_hash: hashSecret(state) }, now)
}

export async function findRequest(db: Reader, state: string): Promise<SignOnRequest | null> {
  const query = db.selectFrom('identity_request').select(columns).where('state_hash', '=', hashSecret(state))
  return (await executeKept(db, query))[0] ?? null
}

/** Marks a request as answered; false if it was already: an answer works once. */
export async function markAnswered(
  db: Reader,
  { state_hash: stateHash }: Pick<SignOnRequest, 'state_hash'>,
  now: Date,
): Promise<boolean> {
  const marking = db
    .updateTable('identity_request')
    .set({ answered_at: now })
    .where('state_hash', '=', stateHash)
    .where('answered_at', 'is', null)
    .returning('state_hash')
  return (await executeKept(db, marking)).length === 1
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

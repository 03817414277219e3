import type { Selectable } from 'kysely'
import { createStatement, type Database, runIn, type Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { hashSecret } from '../tokens/secrets.ts'
import type { Arrived } from './protocol.ts'
import type { SignOnRequest } from './state.ts'

const answerStatement = createStatement<
  { readonly state: Buffer },
  Pick<SignOnRequest, 'connectionId' | 'version' | 'stateHash' | 'browserHash' | 'expiresAt'> & {
    readonly answer: string | null
    readonly now: Date
  }
>(
  'sign-on-answer',
  `insert into identity_request
    (state_hash, connection_id, version, browser_hash, proof, answered_at, answer, created_at, expires_at)
  values (:stateHash, :connectionId::uuid, :version, :browserHash, '{}', :now, :answer::jsonb, :now, :expiresAt)
  on conflict do nothing returning state_hash as state`,
)

/** Keeps what a form has proven until the browser comes back for it; false if it was answered before. */
export async function keepAnswer(
  { run }: Pick<Database, 'run'>,
  request: SignOnRequest,
  arrived: Arrived,
  now: Date,
): Promise<boolean> {
  const values = answerStatement.bindValues({ ...request, answer: JSON.stringify(arrived), now })
  return (await run(answerStatement, values)).length === 1
}

/** How long a message is remembered, in ms: longer than it is valid. */
const keptMs = 10 * 60_000

/** Records that a provider's message has arrived, by a name that no other one has; false if it arrived before. */
export async function keepMessage(
  tx: Tx,
  { name, connectionId, version }: Pick<SignOnRequest, 'connectionId' | 'version'> & { readonly name: string },
  now: Date,
): Promise<boolean> {
  const stateHash = hashSecret(`${connectionId} ${name}`)
  const expiresAt = new Date(now.getTime() + keptMs)
  const values = { connectionId, version, stateHash, browserHash: stateHash, expiresAt, answer: null, now }
  return (await runIn(tx).run(answerStatement, answerStatement.bindValues(values))).length === 1
}

const takeStatement = createStatement<
  Pick<Selectable<Tables['identity_request']>, 'answer'>,
  Pick<SignOnRequest, 'stateHash'>
>(
  'sign-on-take',
  `with kept as materialized (select state_hash, answer from identity_request where state_hash = :stateHash for update)
  update identity_request r set answer = null from kept where r.state_hash = kept.state_hash returning kept.answer`,
)

/** What a form has proven; works once. */
export async function takeAnswer(
  { run }: Pick<Database, 'run'>,
  request: Pick<SignOnRequest, 'stateHash'>,
): Promise<Arrived | null> {
  const [row] = await run(takeStatement, takeStatement.bindValues(request))
  return row?.answer ?? null
}

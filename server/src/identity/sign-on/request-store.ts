import type { Selectable } from 'kysely'
import { createStatement, type Database, executeKept, type Reader, runIn, type Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { countInTurn } from '../../platform/limits/attempt-statement.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'
import type { Arrived, Proof } from './protocol.ts'
import { type ConnectionVersion, liveColumns } from './store.ts'

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
/** A request is kept for a while after its end, so that a late or repeated answer gets the right error. */
const keptMs = 60 * 60_000

export interface NewRequest {
  readonly state: string
  readonly connectionId: string
  readonly version: number
  /** The browser that must come back. */
  readonly browser: string
  readonly proof: Proof
  readonly triedBy: string | null
}

const forgetting = `forgotten as (
    delete from identity_request where ctid = any (array(
      select ctid from identity_request where expires_at <= :over for update skip locked))
  )`

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
  `with ${forgetting}
  insert into identity_request (state_hash, connection_id, version, browser_hash, proof, tried_by, created_at, expires_at)
  values (:state, :connectionId::uuid, :version, :browser, :proof::jsonb, :triedBy::uuid, :now, :until)
  on conflict do nothing returning state_hash as state`,
)

/** Stores a sign-in that begins, and deletes long-expired ones; false if its state is taken. */
export async function insertRequest(
  { run }: Pick<Database, 'run'>,
  { state, connectionId, version, browser, proof, triedBy }: NewRequest,
  now: Date,
): Promise<boolean> {
  const hashed = { state: hashSecret(state), browser: hashSecret(browser), proof: JSON.stringify(proof) }
  const values = beginStatement.bindValues({ ...hashed, ...findTimes(now), connectionId, version, triedBy })
  return (await run(beginStatement, values)).length === 1
}

function findTimes(now: Date) {
  return { now, until: new Date(now.getTime() + lifetimeMs), over: new Date(now.getTime() - keptMs) }
}

const startStatement = createStatement<
  ConnectionVersion & { readonly counted: boolean },
  ReturnType<typeof findTimes> & {
    readonly connectionId: string
    readonly network: string
    readonly state: Buffer
    readonly browser: Buffer
    readonly proof: string
  }
>(
  'sign-on-start',
  `with live as materialized (
    select ${liveColumns} from identity_connection c join identity_version v on v.connection_id = c.connection_id
    where c.connection_id = :connectionId::uuid and v.version = c.live_version
  ), ${countInTurn([['sign-on-address', ':network']], 'from live')}, ${forgetting}, begun as (
    insert into identity_request (state_hash, connection_id, version, browser_hash, proof, tried_by, created_at, expires_at)
    select :state, connection_id, version, :browser, case live.kind when 'oidc' then :proof::jsonb else '{}' end, null, :now, :until
    from live, counted_0 on conflict do nothing
  )
  select live.*, exists (select from counted_0) as counted from live`,
)

/**
 * Counts a sign-in by its address and stores it with the connection's live version, in one statement, because every sign-in begins with it.
 * `counted` is false if there were too many, and nothing is stored; undefined for a connection that is off.
 */
export async function startRequest(
  { run }: Pick<Database, 'run'>,
  {
    state,
    browser,
    proof,
    ...of
  }: Pick<NewRequest, 'state' | 'browser' | 'proof' | 'connectionId'> & { readonly network: string },
  now: Date,
): Promise<{ readonly live: ConnectionVersion; readonly counted: boolean } | undefined> {
  const hashed = { state: hashSecret(state), browser: hashSecret(browser), proof: JSON.stringify(proof) }
  const [row] = await run(startStatement, startStatement.bindValues({ ...of, ...hashed, ...findTimes(now) }))
  if (row === undefined) return undefined
  const { counted, ...live } = row
  return { live, counted }
}

/** A sign-in under way, with the settings with which it began; no connection if those are gone. */
interface Kept {
  readonly request: SignOnRequest
  readonly connection: ConnectionVersion | undefined
}

type KeptRow = { readonly [Name in keyof SignOnRequest as `of_${Name}`]: SignOnRequest[Name] } & ConnectionVersion

const keptColumns = columns.map((name) => `r.${name} as of_${name}`).join(', ')
const kept = `kept as materialized (
    select ${keptColumns}, ${liveColumns} from identity_request r
    left join identity_version v on v.connection_id = r.connection_id and v.version = r.version
    left join identity_connection c on c.connection_id = v.connection_id
    where r.state_hash = :state
  )`
/** The same conditions as in `flow.ts`, which determines why one fails. */
const good = (kind: ConnectionVersion['kind']) => `good as (
    select from kept where of_connection_id = :connectionId::uuid and of_expires_at > :now and of_browser_hash = :browser
      and of_answered_at is null and kind = '${kind}'
      and case when of_tried_by is null then live_version = version else state = 'waiting' end
  )`

function toKept(row: KeptRow): Kept {
  const request = Object.fromEntries(columns.map((name) => [name, row[`of_${name}`]])) as unknown as SignOnRequest
  const connection = row.connection_id === null ? undefined : row
  return { request, connection }
}

const keptStatement = createStatement<KeptRow, { readonly state: Buffer }>(
  'sign-on-kept',
  `with ${kept} select * from kept`,
)

/** A sign-in by its state, with its connection; null if unknown. */
export async function findKept({ run }: Pick<Database, 'run'>, state: string): Promise<Kept | null> {
  const [row] = await run(keptStatement, keptStatement.bindValues({ state: hashSecret(state) }))
  return row === undefined ? null : toKept(row)
}

interface Whose {
  readonly connectionId: string
  readonly state: string
  readonly browser: string
}

const bindWhose = ({ connectionId, state, browser }: Whose, now: Date) => ({
  ...{ connectionId, state: hashSecret(state), browser: hashSecret(browser), now },
})
type WhoseValues = ReturnType<typeof bindWhose>

const takeStatement = createStatement<KeptRow & { readonly taken: boolean }, WhoseValues>(
  'sign-on-take',
  `with ${kept}, ${good('oidc')}, answered as (
    update identity_request set answered_at = :now
    where state_hash = :state and answered_at is null and exists (select from good) returning state_hash
  )
  select kept.*, exists (select from answered) as taken from kept`,
)

/** The same, and marks it as answered if it is an OpenID Connect sign-in that this answer fits: `taken`, once. */
export async function takeKept(
  { run }: Pick<Database, 'run'>,
  whose: Whose,
  now: Date,
): Promise<(Kept & { readonly taken: boolean }) | null> {
  const [row] = await run(takeStatement, takeStatement.bindValues(bindWhose(whose, now)))
  return row === undefined ? null : { ...toKept(row), taken: row.taken }
}

const countStatement = createStatement<
  KeptRow & { readonly counted: boolean },
  WhoseValues & { readonly network: string; readonly pair: string; readonly name: string }
>(
  'sign-on-count',
  `with ${kept}, ${good('ldap')}, ${countInTurn(
    [
      ['sign-on-address', ':network'],
      ['directory', ':pair'],
      ['directory-anywhere', ':name'],
    ],
    'from good',
  )}
  select kept.*, exists (select from counted_2) as counted from kept`,
)

/**
 * The same for a directory sign-in that may still be answered: counts it by its address and its name, and says whether the password may be
 * checked.
 */
export async function countKept(
  { run }: Pick<Database, 'run'>,
  whose: Whose,
  keys: { readonly network: string; readonly pair: string; readonly name: string },
  now: Date,
): Promise<(Kept & { readonly counted: boolean }) | null> {
  const [row] = await run(countStatement, countStatement.bindValues({ ...bindWhose(whose, now), ...keys }))
  return row === undefined ? null : { ...toKept(row), counted: row.counted }
}

/** Records that a provider's message has arrived, for longer than it is valid; false if it arrived before. No browser can continue it. */
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

/** Marks a request as answered; false if it already was: an answer works once. */
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

/** Stores what a form has proven until the browser comes back for it. Always true, for use after `markAnswered`. */
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

/** What a form has proven; works once. */
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

import {
  type AttemptLimitKind,
  FORGET_FAILURES_MS,
  KNOWN_ADDRESS_MS,
  type LockingKind,
  lockingKinds,
  MAX_FAILURES,
} from '@portico/rules/identity/lockout'
import { sql } from 'kysely'
import { createStatement, type Database, type Reader, runIn, statement, type Tx } from '../db/database.ts'
import { countFailure, countInTurn, isOpen } from './attempt-statement.ts'

/** Kinds that are counted before they are judged, each under one key. */
export type ReservedKind = Exclude<LockingKind, 'pair' | 'login'>

const reservations = new Map(
  lockingKinds.map((kind) => [
    kind,
    createStatement<{ readonly kind: string }, { readonly key: string; readonly now: Date }>(
      `limit-${kind}`,
      countFailure(kind, ':key', '', isOpen),
    ),
  ]),
)

/** Counts an attempt; returns false, and counts nothing, while the key is locked. */
export async function reserve(
  database: Pick<Database, 'run'>,
  kind: ReservedKind,
  key: string,
  now: Date,
): Promise<boolean> {
  const statement = reservations.get(kind)
  if (statement === undefined) throw new Error('Every kind has a statement.')
  return (await database.run(statement, statement.bindValues({ key, now }))).length > 0
}

const directoryReservation = createStatement<
  never,
  { readonly pair: string; readonly name: string; readonly now: Date }
>(
  'limit-directory-both',
  `with ${countInTurn([
    ['directory', ':pair'],
    ['directory-anywhere', ':name'],
  ])} select from counted_1`,
)

/**
 * Counts a password for a directory, first by its name and the address, then by the name from anywhere; one statement, because each sign-in
 * counts both.
 */
export async function reserveInDirectory(
  database: Pick<Database, 'run'>,
  name: string,
  network: string,
  now: Date,
): Promise<boolean> {
  const values = directoryReservation.bindValues({ pair: `${name} ${network}`, name, now })
  return (await database.run(directoryReservation, values)).length > 0
}

/** Whether the key is locked now. */
export async function isLocked(database: Database, kind: ReservedKind, key: string, now: Date): Promise<boolean> {
  const row = await database.read
    .selectFrom('sign_in_limit')
    .select('locked_until')
    .where((eb) => eb.and({ kind, key }))
    .where('locked_until', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** `login` is a login ID's key. */
export async function isClosed(database: Database, login: string): Promise<boolean> {
  const row = await database.read
    .selectFrom('sign_in_limit')
    .select('failures')
    .where('kind', '=', 'login')
    .where('key', '=', login)
    .executeTakeFirst()
  return row !== undefined && row.failures >= MAX_FAILURES
}

/** Resets a lock; the time of the last success stays. */
const unlocked = { failures: 0, first_failure_at: null, last_failure_at: null, locked_until: null } as const

export async function clearReserved(db: Reader, kind: ReservedKind, key: string): Promise<void> {
  await db.updateTable('sign_in_limit').set(unlocked).where('kind', '=', kind).where('key', '=', key).execute()
}

/**
 * Parts of a statement that reset a person's keys after a correct password for a directory, and may take back one count of a shared key
 * before that. They are locked in the order in which `countInTurn` counts them, each by its index: a list of keys would have the whole table
 * read. `when` is a condition, evaluated before any row is locked.
 */
export function buildClearing({
  network,
  pair,
  name,
  when,
}: Readonly<Record<'network' | 'pair' | 'name' | 'when', string>>): string {
  const reset = (part: string, kind: ReservedKind, key: string, after: string) => `${part} as (
    update sign_in_limit set failures = 0, first_failure_at = null, last_failure_at = null, locked_until = null
    where kind = '${kind}' and key = ${key} and ${when} and (select count(*) from ${after}) >= 0 returning key
  )`
  return `given_back as (
    update sign_in_limit set failures = failures - 1, locked_until = null
    where kind = 'sign-on-address' and key = ${network} and failures > 0 and ${when} returning key
  ), ${reset('cleared_pair', 'directory', pair, 'given_back')}, ${reset('cleared_name', 'directory-anywhere', name, 'cleared_pair')}`
}

const clearing = createStatement<
  never,
  { readonly network: string | null; readonly pair: string; readonly name: string }
>(
  'limit-clear',
  `with ${buildClearing({ network: ':network::text', pair: ':pair', name: ':name', when: 'true' })} select`,
)

/** Resets the counts of a directory's password that was correct. */
export async function clearDirectory(
  db: Reader,
  { pair, name }: { readonly pair: string; readonly name: string },
): Promise<void> {
  await runIn(db).run(clearing, clearing.bindValues({ network: null, pair, name }))
}

/**
 * Takes back one count of a shared key, and the lock that the count may have caused, because the remaining count is below the threshold.
 */
export async function giveBackReserved(db: Reader, kind: ReservedKind, key: string): Promise<void> {
  await db
    .updateTable('sign_in_limit')
    .set(({ eb }) => ({ failures: eb('failures', '-', 1), locked_until: null }))
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('failures', '>', 0)
    .execute()
}

/**
 * Rows under a key and, for kinds that also count by address, under the key with any address: those keys are the key, a blank and the
 * address.
 */
const under = (kinds: readonly Exclude<AttemptLimitKind, 'address'>[], key: string) => sql<boolean>`(
  kind = any(${[...kinds]}::text[]) and (key = ${key} or (key >= ${`${key} `} and key < ${`${key}!`})))`

/** Locks these rows, kind by kind in the given order, as attempts that count there do. */
async function lockUnder(tx: Tx, kinds: readonly Exclude<AttemptLimitKind, 'address'>[], key: string): Promise<void> {
  await sql`select from sign_in_limit where ${under(kinds, key)}
    order by array_position(${[...kinds]}::text[], kind), key for update`.execute(tx)
}

export async function clearEverywhere(
  tx: Tx,
  kinds: readonly Exclude<AttemptLimitKind, 'address'>[],
  keys: readonly string[],
): Promise<void> {
  for (const key of keys.toSorted()) {
    await lockUnder(tx, kinds, key)
    await tx.updateTable('sign_in_limit').set(unlocked).where(under(kinds, key)).execute()
  }
}

/** Does the same, and also deletes the times of successes. */
export async function removeEverywhere(
  tx: Tx,
  kinds: readonly Exclude<AttemptLimitKind, 'address'>[],
  key: string,
): Promise<void> {
  await lockUnder(tx, kinds, key)
  await tx.deleteFrom('sign_in_limit').where(under(kinds, key)).execute()
}

/** Whether someone recently signed in with one of the login IDs from one of the addresses; `pairs` are keys. */
export async function isKnownPair(database: Database, pairs: readonly string[], now: Date): Promise<boolean> {
  const row = await database.read
    .selectFrom('sign_in_limit')
    .select('key')
    .where('kind', '=', 'pair')
    .where('key', 'in', pairs)
    .where('succeeded_at', '>', new Date(now.getTime() - KNOWN_ADDRESS_MS))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const tidy = statement<never>(
  'limit-tidy',
  `delete from sign_in_limit where (kind, key) in (select kind, key from sign_in_limit
    where not (kind = 'login' and failures >= ${MAX_FAILURES})
      and coalesce(greatest(last_failure_at, locked_until) <= $1::timestamptz - make_interval(secs => ${FORGET_FAILURES_MS / 1000}), true)
      and coalesce(succeeded_at <= $1::timestamptz - make_interval(secs => ${KNOWN_ADDRESS_MS / 1000}), true)
    for update skip locked)`,
)

/** Deletes counters that no longer matter. */
export async function removeForgotten(database: Database, now: Date): Promise<void> {
  await database.run(tidy, [now])
}

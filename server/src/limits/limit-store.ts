import type { ErrorCode } from '@portico/contract/errors'
import {
  ADDRESS_LIMIT,
  FORGET_FAILURES_MS,
  KNOWN_ADDRESS_MS,
  type LimitKind,
  type LockingKind,
  lockMs,
  MOST_FAILURES,
  SUCCESS_STANDS_MS,
} from '@portico/rules/identity/lockout'
import { v7 as uuidv7 } from 'uuid'
import type { Origin } from '../audit/store.ts'
import { type Database, statement, type Tx } from '../db/database.ts'
import type { Principal } from '../http/principal.ts'

/** Under which keys an attempt with a login ID from an address is counted. */
export interface AttemptKeys {
  readonly pair: string
  readonly login: string
  readonly address: string
}

/** Why an attempt is not let in; it is judged wrong only with the first. */
export type LimitCode = Extract<ErrorCode, 'GEN-NOMATCH' | 'GEN-SUSPEND' | 'TOO-MANY-REQUESTS'>

/**
 * Parts of a statement that settles an attempt, once its password has been checked, by the policy of the rules. The rows
 * of the pair, the login ID and the address are locked in this order and judged as they are then, so that attempts at
 * the same time count as if they had come one after the other: whatever they hash, no more of them are told anything
 * than the policy allows. A right password soon after another one changes nothing, and waits for nobody. The values are `attemptValues`, the first of them the parameter of number `first`.
 */
export function settling(first: number) {
  const [pair, login, address, now] = [0, 1, 2, 3].map((offset) => `$${first + offset}`)
  const at = `${now}::timestamptz`
  const before = (ms: number) => `${at} - make_interval(secs => ${ms / 1000})`
  const held = (condition: string, kind: LimitKind, key: string | undefined) =>
    `coalesce((select ${condition} from sign_in_limit where kind = '${kind}' and key = ${key}), false)`

  /** What the limits say before anything is counted. */
  const admitted = `standing as materialized (
    select
      ${held(`succeeded_at > ${before(KNOWN_ADDRESS_MS)}`, 'pair', pair)} as known,
      ${held(`failures >= ${MOST_FAILURES}`, 'login', login)} as closed,
      ${held(`locked_until > ${at}`, 'login', login)} as login_locked,
      ${held(`failures > ${ADDRESS_LIMIT.failures} and first_failure_at > ${before(ADDRESS_LIMIT.windowMs)}`, 'address', address)} as address_full
  ), admitted as (
    select from standing where not closed and (known or not (login_locked or address_full))
  )`
  const isOpen = `own.locked_until is null or own.locked_until <= ${at}`
  const pairOpen = `(${isOpen})`
  const loginOpen = `own.failures < ${MOST_FAILURES} and ((select known from standing) or ${isOpen})`

  const forgets = (kind: 'pair' | 'login', key: string | undefined, from: string, open: string) => `(
    insert into sign_in_limit as own (kind, key, failures, succeeded_at)
    select '${kind}', ${key}, 0, ${at} from ${from}
    on conflict (kind, key) do update set failures = 0, first_failure_at = null, last_failure_at = null,
      locked_until = null, succeeded_at = ${at}
    where ${open} returning kind
  )`
  const counts = (kind: 'pair' | 'login', key: string | undefined, from: string, open: string) =>
    `(${countingOne({ kind, key: `${key}`, at, from, open })})`

  return {
    /** The right password: failures in a row end. */
    right: `${admitted}, stands as (
        select from admitted where 2 = (select count(*) from sign_in_limit
          where (kind, key) in (('pair', ${pair}), ('login', ${login}))
            and failures = 0 and locked_until is null and succeeded_at > ${before(SUCCESS_STANDS_MS)})
      ),
      pair_step as ${forgets('pair', pair, 'admitted where not exists (select from stands)', pairOpen)},
      login_step as ${forgets('login', login, 'pair_step', loginOpen)},
      verdict as (select case
        when exists (select from login_step) or exists (select from stands) then null
        when (select address_full and not known from standing) then 'TOO-MANY-REQUESTS'
        else 'GEN-SUSPEND' end as code)`,
    /** A wrong password, unless `code` is a parameter that says already why the attempt is refused. */
    wrong: (code: string) => `${admitted},
      pair_step as ${counts('pair', pair, `admitted where ${code}::text is null`, pairOpen)},
      login_step as ${counts('login', login, 'pair_step', loginOpen)},
      address_step as (
        insert into sign_in_limit as own (kind, key, failures, first_failure_at, last_failure_at)
        select 'address', ${address}, 1, ${at}, ${at} from login_step, standing where not known
        on conflict (kind, key) do update set (failures, first_failure_at, last_failure_at) = (
          select n, case when n = 1 then ${at} else own.first_failure_at end, ${at}
          from (select case when own.first_failure_at <= ${before(ADDRESS_LIMIT.windowMs)} then 1 else own.failures + 1 end as n) as counted)
        where own.failures <= ${ADDRESS_LIMIT.failures} or own.first_failure_at <= ${before(ADDRESS_LIMIT.windowMs)}
        returning kind
      ),
      verdict as (select case
        when ${code}::text is not null then ${code}::text
        when exists (select from address_step) or (known and exists (select from login_step)) then 'GEN-NOMATCH'
        when not known and (address_full or exists (select from login_step)) then 'TOO-MANY-REQUESTS'
        else 'GEN-SUSPEND' end as code from standing)`,
  }
}

export function attemptValues(keys: AttemptKeys, now: Date): [string, string, string, Date] {
  return [keys.pair, keys.login, keys.address, now]
}

/** Counts one failure more under a key, with the lock that the rules give to the number reached. */
function countingOne(parts: { kind: LockingKind; key: string; at: string; from: string; open: string }): string {
  const { kind, key, at, from, open } = parts
  const lockSeconds = Array.from({ length: MOST_FAILURES }, (_, index) => lockMs(kind, index + 1) / 1000)
  const forgotten = `greatest(own.last_failure_at, own.locked_until) <= ${at} - make_interval(secs => ${FORGET_FAILURES_MS / 1000})`
  return `
    insert into sign_in_limit as own (kind, key, failures, first_failure_at, last_failure_at)
    select '${kind}', ${key}, 1, ${at}, ${at} ${from === '' ? '' : `from ${from}`}
    on conflict (kind, key) do update set (failures, first_failure_at, last_failure_at, locked_until) = (
      select n, case when n = 1 then ${at} else own.first_failure_at end, ${at},
        greatest(own.locked_until, case when seconds > 0 then ${at} + make_interval(secs => seconds) end)
      from (select case when ${forgotten} then 1 else least(own.failures + 1, ${MOST_FAILURES}) end as n) as counted,
        lateral (select (array[${lockSeconds.join(',')}])[n] as seconds) as lock)
    where ${open} returning kind`
}

const settleRight = statement<{ readonly code: LimitCode | null }>(
  'limit-right',
  `with ${settling(1).right} select code from verdict`,
)

/** Ends the failures in a row after a right password; answers why not where the attempt is not let in. */
export async function endFailures(database: Database, keys: AttemptKeys, now: Date): Promise<LimitCode | null> {
  const [row] = await database.run(settleRight, attemptValues(keys, now))
  return row?.code ?? null
}

const settleWrong = statement<{ readonly code: LimitCode }>(
  'limit-wrong',
  `with ${settling(1).wrong('$5')}, noted as (
    insert into audit_event (event_id, at, actor_account_id, actor_login_id, session_id, member_id, action, record_type,
      record_id, outcome, address, request_id)
    select $6::uuid, $4, $7::uuid, $8, $9::uuid, $10::uuid, $11::text || ' ' || code, 'account', $12, 'refused', $13, $14
    from verdict
  )
  select code from verdict`,
)

export interface RefusedAttempt {
  readonly keys: AttemptKeys
  readonly now: Date
  readonly origin: Origin
  /** What the password was asked for; the audit log has it with the code. */
  readonly action: string
  readonly principal: Pick<Principal, 'accountId' | 'loginId' | 'sessionId'> | null
  /** Null where nobody has the login ID. */
  readonly account: { readonly account_id: string; readonly member_id: string | null } | null
  /** Why it is refused whatever was typed; null: the password was wrong, which is counted. */
  readonly code: LimitCode | null
}

/** Count and audit row of an attempt that is not let in: one statement, one commit. Answers the code to refuse it with. */
export async function refuseAttempt(database: Database, attempt: RefusedAttempt): Promise<LimitCode> {
  const { keys, now, origin, action, principal, account, code } = attempt
  const [row] = await database.run(settleWrong, [
    ...attemptValues(keys, now),
    code,
    uuidv7(),
    principal?.accountId ?? null,
    principal?.loginId ?? null,
    principal?.sessionId ?? null,
    account?.member_id ?? null,
    action,
    account?.account_id ?? null,
    origin.address,
    origin.requestId,
  ])
  return row?.code ?? 'GEN-SUSPEND'
}

/** What is counted before it is judged, each under one key. */
export type ReservedKind = Exclude<LockingKind, 'pair' | 'login'>

const reserving = (kind: ReservedKind) =>
  statement<{ readonly kind: string }>(
    `limit-${kind}`,
    countingOne({
      kind,
      key: '$1',
      at: '$2::timestamptz',
      from: '',
      open: 'own.locked_until is null or own.locked_until <= $2::timestamptz',
    }),
  )
const reservations = {
  'second-factor': reserving('second-factor'),
  answer: reserving('answer'),
  recovery: reserving('recovery'),
  'recovery-address': reserving('recovery-address'),
  match: reserving('match'),
  'match-address': reserving('match-address'),
  guardian: reserving('guardian'),
  'guardian-pin': reserving('guardian-pin'),
  'guardian-code': reserving('guardian-code'),
  invitation: reserving('invitation'),
  export: reserving('export'),
} satisfies Record<ReservedKind, unknown>

/** Counts an attempt; answers false, and counts nothing, while those of the key are locked. */
export async function reserve(
  database: Pick<Database, 'run'>,
  kind: ReservedKind,
  key: string,
  now: Date,
): Promise<boolean> {
  return (await database.run(reservations[kind], [key, now])).length > 0
}

/** Whether attempts of a key are locked by now. */
export async function isLocked(database: Database, kind: ReservedKind, key: string, now: Date): Promise<boolean> {
  const row = await database.read
    .selectFrom('sign_in_limit')
    .select('locked_until')
    .where((eb) => eb.and({ kind, key }))
    .where('locked_until', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** `login` is the key of a login ID. */
export async function isClosed(database: Database, login: string): Promise<boolean> {
  const row = await database.read
    .selectFrom('sign_in_limit')
    .select('failures')
    .where('kind', '=', 'login')
    .where('key', '=', login)
    .executeTakeFirst()
  return row !== undefined && row.failures >= MOST_FAILURES
}

/** What a lock consists of; when somebody succeeded from where stays known. */
const unlocked = { failures: 0, first_failure_at: null, last_failure_at: null, locked_until: null } as const

export async function clearReserved(tx: Tx, kind: ReservedKind, key: string): Promise<void> {
  await tx.updateTable('sign_in_limit').set(unlocked).where('kind', '=', kind).where('key', '=', key).execute()
}

/** The same for some keys, of each of some kinds. */
export async function clearKinds(tx: Tx, kinds: readonly ReservedKind[], keys: readonly string[]): Promise<void> {
  await tx.updateTable('sign_in_limit').set(unlocked).where('kind', 'in', kinds).where('key', 'in', keys).execute()
}

/** Takes back one count of a key that others may share; a lock that it has brought stays. */
export async function giveBackReserved(tx: Tx, kind: ReservedKind, key: string): Promise<void> {
  await tx
    .updateTable('sign_in_limit')
    .set(({ eb }) => ({ failures: eb('failures', '-', 1) }))
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('failures', '>', 0)
    .execute()
}

/** Clears what is counted against a login ID, from wherever. `login` is the key of the login ID. */
export async function clearLogin(tx: Tx, login: string): Promise<void> {
  await tx.updateTable('sign_in_limit').set(unlocked).where('kind', '=', 'login').where('key', '=', login).execute()
  // The keys of its pairs begin with it and a blank.
  await tx
    .updateTable('sign_in_limit')
    .set(unlocked)
    .where('kind', '=', 'pair')
    .where('key', '>=', `${login} `)
    .where('key', '<', `${login}!`)
    .execute()
}

const tidy = statement<never>(
  'limit-tidy',
  `delete from sign_in_limit
  where not (kind = 'login' and failures >= ${MOST_FAILURES})
    and coalesce(greatest(last_failure_at, locked_until) <= $1::timestamptz - make_interval(secs => ${FORGET_FAILURES_MS / 1000}), true)
    and coalesce(succeeded_at <= $1::timestamptz - make_interval(secs => ${KNOWN_ADDRESS_MS / 1000}), true)`,
)

/** Removes what says nothing any more. */
export async function removeForgotten(database: Database, now: Date): Promise<void> {
  await database.run(tidy, [now])
}

import type { ErrorCode } from '@portico/contract/errors'
import {
  ADDRESS_LIMIT,
  type AttemptLimitKind,
  FORGET_FAILURES_MS,
  findGrowth,
  KNOWN_ADDRESS_MS,
  type LockingKind,
  MAX_FAILURES,
  SUCCESS_STANDS_MS,
} from '@portico/rules/identity/lockout'
import { auditInsert } from '../audit/store.ts'
import { createStatement } from '../db/database.ts'

/** Keys for counting an attempt with a login ID from an address. */
export interface AttemptKeys {
  readonly pairKey: string
  readonly loginKey: string
  readonly networkKey: string
}

/** Values for a statement that includes a part of `settling`. */
export interface SettlingValues extends AttemptKeys {
  readonly now: Date
}

/** Why an attempt is refused; only the first code says that the password was wrong. */
export type LimitCode = Extract<ErrorCode, 'GEN-NOMATCH' | 'GEN-SUSPEND' | 'TOO-MANY-REQUESTS'>

const at = ':now::timestamptz'
const before = (ms: number) => `${at} - make_interval(secs => ${ms / 1000})`
const selectHeld = (condition: string, kind: AttemptLimitKind, key: string) =>
  `coalesce((select ${condition} from sign_in_limit where kind = '${kind}' and key = ${key}), false)`

/** The limits before anything is counted. */
const admitted = `standing as materialized (
    select
      ${selectHeld(`succeeded_at > ${before(KNOWN_ADDRESS_MS)}`, 'pair', ':pairKey')} as known,
      ${selectHeld(`failures >= ${MAX_FAILURES}`, 'login', ':loginKey')} as closed,
      ${selectHeld(`locked_until > ${at}`, 'login', ':loginKey')} as login_locked,
      ${selectHeld(`failures > ${ADDRESS_LIMIT.failures} and first_failure_at > ${before(ADDRESS_LIMIT.windowMs)}`, 'address', ':networkKey')} as address_full
  ), admitted as (
    select from standing where not closed and (known or not (login_locked or address_full))
  )`
export const isOpen = `own.locked_until is null or own.locked_until <= ${at}`
const pairOpen = `(${isOpen})`
const loginOpen = `own.failures < ${MAX_FAILURES} and ((select known from standing) or ${isOpen})`

const forgets = (kind: 'pair' | 'login', key: string, from: string, open: string) => `(
    insert into sign_in_limit as own (kind, key, failures, succeeded_at)
    select '${kind}', ${key}, 0, ${at} from ${from}
    on conflict (kind, key) do update set failures = 0, first_failure_at = null, last_failure_at = null,
      locked_until = null, succeeded_at = ${at}
    where ${open} returning kind
  )`

/** Adds one to a key's count, which restarts with each window. */
const countInWindow = (kind: 'address' | 'refused', key: string, from: string) => `
    insert into sign_in_limit as own (kind, key, failures, first_failure_at, last_failure_at)
    select '${kind}', ${key}, 1, ${at}, ${at} from ${from}
    on conflict (kind, key) do update set (failures, first_failure_at, last_failure_at) = (
      select n, case when n = 1 then ${at} else own.first_failure_at end, ${at}
      from (select case when own.first_failure_at <= ${before(ADDRESS_LIMIT.windowMs)} then 1 else own.failures + 1 end as n) as counted)`

/**
 * Parts of a statement that settles an attempt by the rules' policy, after its password has been checked. The statement locks the rows of
 * the pair, the login ID and the address, in this order, and judges their current state: concurrent attempts count as if they had come one
 * after another, and no more of them get an answer than the policy allows. A correct password soon after another one changes nothing, and
 * waits for no one. The statement needs `SettlingValues`.
 */
export const settling = {
  /** For a correct password: resets the count of consecutive failures. `first` is evaluated before any row is locked. */
  right: (first = 'true') => `${admitted}, stands as (
        select from admitted where 2 = (select count(*) from sign_in_limit
          where (kind, key) in (('pair', :pairKey), ('login', :loginKey))
            and failures = 0 and locked_until is null and succeeded_at > ${before(SUCCESS_STANDS_MS)})
      ),
      pair_step as ${forgets('pair', ':pairKey', `admitted where not exists (select from stands) and ${first}`, pairOpen)},
      login_step as ${forgets('login', ':loginKey', 'pair_step', loginOpen)},
      verdict as (select case
        when exists (select from login_step) or exists (select from stands) then null
        when (select address_full and not known from standing) then 'TOO-MANY-REQUESTS'
        else 'GEN-SUSPEND' end as code)`,
  /** For a wrong password, unless `code` already gives the reason for the refusal. */
  wrong: `${admitted},
      pair_step as (${countFailure('pair', ':pairKey', 'from admitted where :code::text is null', pairOpen)}),
      login_step as (${countFailure('login', ':loginKey', 'from pair_step', loginOpen)}),
      address_step as (${countInWindow('address', ':networkKey', 'login_step, standing where not known')}
        where own.failures <= ${ADDRESS_LIMIT.failures} or own.first_failure_at <= ${before(ADDRESS_LIMIT.windowMs)}
        returning kind
      ),
      verdict as (select case
        when :code::text is not null then :code::text
        when exists (select from address_step) or (known and exists (select from login_step)) then 'GEN-NOMATCH'
        when not known and (address_full or exists (select from login_step)) then 'TOO-MANY-REQUESTS'
        else 'GEN-SUSPEND' end as code from standing)`,
}

/** Adds one failure to a key's count, with the lock that the rules set for that number. */
export function countFailure(kind: LockingKind, key: string, from: string, open: string): string {
  const { from: first, every, locksMs, windowMs } = findGrowth(kind)
  const quiet = `greatest(own.last_failure_at, own.locked_until) <= ${before(FORGET_FAILURES_MS)}`
  const forgotten = windowMs === undefined ? quiet : `${quiet} or own.first_failure_at <= ${before(windowMs)}`
  const more = kind === 'login' ? `least(own.failures + 1, ${MAX_FAILURES})` : 'own.failures + 1'
  const seconds = locksMs.map((ms) => ms / 1000).join(',')
  return `
    insert into sign_in_limit as own (kind, key, failures, first_failure_at, last_failure_at)
    select '${kind}', ${key}, 1, ${at}, ${at} ${from}
    on conflict (kind, key) do update set (failures, first_failure_at, last_failure_at, locked_until) = (
      select n, case when n = 1 then ${at} else own.first_failure_at end, ${at},
        greatest(own.locked_until, case when seconds > 0 then ${at} + make_interval(secs => seconds) end)
      from (select case when ${forgotten} then 1 else ${more} end as n) as counted,
        lateral (select case when n >= ${first} and (n - ${first}) % ${every} = 0
          then (array[${seconds}])[least((n - ${first}) / ${every} + 1, ${locksMs.length})] end as seconds) as lock)
    where ${open} returning kind`
}

/**
 * Common table expressions that count under several keys in turn, each key only if those before it are not locked: the last one has a row
 * only if all were counted.
 */
export function countInTurn(counts: readonly (readonly [LockingKind, string])[], from = ''): string {
  const parts = counts.map(([kind, key], at) => {
    const before = at === 0 ? from : `from counted_${at - 1}`
    return `counted_${at} as (${countFailure(kind, key, before, isOpen)})`
  })
  return parts.join(', ')
}

export const settleRight = createStatement<{ readonly code: LimitCode | null }, SettlingValues>(
  'limit-right',
  `with ${settling.right()} select code from verdict`,
)

/**
 * Attempts refused regardless of the password are counted by reason and origin. The audit log gets only the first in a window, the 10th,
 * the 100th and so on, each with the count, so that no one can flood the log with repeated attempts.
 */
export const settleWrong = createStatement<{ readonly code: LimitCode }, SettlingValues & RefusalValues>(
  'limit-wrong',
  `with ${settling.wrong}, repeated as (${countInWindow(
    'refused',
    `:action::text || ' ' || code || ' ' || case code when 'TOO-MANY-REQUESTS' then :networkKey else :pairKey end`,
    `verdict where code <> 'GEN-NOMATCH'`,
  )} returning failures
  ), noted as (${auditInsert(
    {
      event_id: ':eventId::uuid',
      at: ':now',
      actor_account_id: ':actorAccountId::uuid',
      actor_login_id: ':actorLoginId',
      session_id: ':sessionId::uuid',
      member_id: ':memberId::uuid',
      action: `:action::text || ' ' || code`,
      record_type: `'account'`,
      record_id: ':accountId',
      outcome: `'refused'`,
      address: ':address',
      request_id: ':requestId',
      times: 'nullif(failures, 1)',
    },
    `verdict left join repeated on true where failures is null or failures::text ~ '^10*$'`,
  )}
  )
  select code from verdict`,
)

interface RefusalValues {
  readonly code: LimitCode | null
  readonly eventId: string
  readonly actorAccountId: string | null
  readonly actorLoginId: string | null
  readonly sessionId: string | null
  readonly memberId: string | null
  readonly action: string
  readonly accountId: string | null
  readonly address: string
  readonly requestId: string
}

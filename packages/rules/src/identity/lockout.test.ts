import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ADDRESS_LIMIT,
  afterFailure,
  afterSuccess,
  FORGET_FAILURES_MS,
  KNOWN_ADDRESS_MS,
  type LimitState,
  type LockingKind,
  lockMs,
  MAX_FAILURES,
  SUCCESS_STANDS_MS,
  verdictOn,
} from './lockout.ts'

const minute = 60_000
const hour = 60 * minute
const start = new Date('2026-11-20T12:00:00Z')
const at = (ms: number) => new Date(start.getTime() + ms)
const empty: LimitState = {
  failures: 0,
  firstFailureAt: null,
  lastFailureAt: null,
  lockedUntil: null,
  succeededAt: null,
}
const none = { pair: empty, login: empty, address: empty }

/** Fails this many times, each time as soon as the previous lock is over. */
function failRepeatedly(kind: LockingKind | 'address', times: number, from = start): { state: LimitState; now: Date } {
  let state = empty
  let now = from
  for (let time = 0; time < times; time++) {
    if (state.lockedUntil && state.lockedUntil > now) now = state.lockedUntil
    state = afterFailure(kind, state, now)
  }
  return { state, now }
}

/** The locks that a number of attempts cause, each attempt this long after the last and not before its lock is over. */
function run(kind: LockingKind, { times, everyMs }: { readonly times: number; readonly everyMs: number }) {
  let state = empty
  let now = start
  return Array.from({ length: times }, () => {
    now = new Date(Math.max(now.getTime() + everyMs, state.lockedUntil?.getTime() ?? 0))
    state = afterFailure(kind, state, now)
    return { lock: Math.max(0, (state.lockedUntil?.getTime() ?? 0) - now.getTime()) }
  })
}

function buildSucceeded(when: Date): LimitState {
  return { ...empty, succeededAt: when }
}

describe('SI-13 ER-6 locks grow', () => {
  const locks: [Parameters<typeof lockMs>[0], [failures: number, ms: number][]][] = [
    [
      'pair',
      [
        [4, 0],
        [5, minute],
        [9, 0],
        [10, 5 * minute],
        [15, 15 * minute],
        [20, hour],
        [25, 24 * hour],
      ],
    ],
    [
      'second-factor',
      [
        [4, 0],
        [5, minute],
        [10, 5 * minute],
        [15, 15 * minute],
        [20, hour],
        [95, 24 * hour],
        [101, 0],
        [105, 24 * hour],
      ],
    ],
    [
      'shop-address',
      [
        [99, 0],
        [100, 15 * minute],
        [101, 0],
        [149, 0],
        [150, hour],
        [200, hour],
      ],
    ],
    [
      'match-address',
      [
        [30, 15 * minute],
        [100, hour],
        [101, 0],
        [110, hour],
      ],
    ],
    [
      'login',
      [
        [5, 0],
        [19, 0],
        [20, 5 * minute],
        [21, 0],
        [25, 15 * minute],
        [30, hour],
        [35, 24 * hour],
      ],
    ],
  ]
  test.each(locks)('SI-13 of %s with the number of failures', (kind, cases) => {
    for (const [failures, ms] of cases) expect(lockMs(kind, failures), `${failures}`).toBe(ms)
  })

  test('SI-13 a pair is locked by the fifth failure, until its minute is over', () => {
    const { state: pair } = failRepeatedly('pair', 4)
    expect(verdictOn({ ...none, pair }, start).kind).toBe('open')
    const locked = { ...none, pair: failRepeatedly('pair', 5).state }
    expect(verdictOn(locked, start).kind).toBe('locked')
    expect(verdictOn(locked, at(minute - 1)).kind).toBe('locked')
    expect(verdictOn(locked, at(minute)).kind).toBe('open')
  })

  test('SI-13 a login ID is locked from anywhere by the twentieth failure', () => {
    expect(verdictOn({ ...none, login: failRepeatedly('login', 19).state }, start).kind).toBe('open')
    expect(verdictOn({ ...none, login: failRepeatedly('login', 20).state }, start).kind).toBe('locked')
  })

  test('SI-13 after a hundred failures in a row, the login ID stays closed, however long the wait', () => {
    const { state: login, now } = failRepeatedly('login', MAX_FAILURES)
    expect(verdictOn({ ...none, login }, new Date(now.getTime() + 1000 * FORGET_FAILURES_MS)).kind).toBe('locked')
    const nearly = failRepeatedly('login', MAX_FAILURES - 1)
    const later = new Date(nearly.now.getTime() + 25 * hour)
    expect(verdictOn({ ...none, login: nearly.state }, later).kind).toBe('open')
  })

  test('SI-13 failures are forgotten a day after the last of them and its lock', () => {
    const { state, now } = failRepeatedly('pair', 25)
    const lockEnds = now.getTime() + 24 * hour
    const before = afterFailure('pair', state, new Date(lockEnds + FORGET_FAILURES_MS - 1))
    expect(before.failures).toBe(26)
    const after = afterFailure('pair', state, new Date(lockEnds + FORGET_FAILURES_MS))
    expect(after).toMatchObject({ failures: 1, firstFailureAt: after.lastFailureAt })
  })

  test('SI-13 SH-8 the requests of an address are counted by the hour, however long they go on', () => {
    const steady = run('shop-address', { times: 5000, everyMs: minute })
    expect(steady.filter(({ lock }) => lock > 0)).toEqual([])
    // An attacker who uses every allowed attempt at once, and again as soon as possible.
    const greedy = run('shop-address', { times: 500, everyMs: 0 })
    expect(greedy.flatMap(({ lock }, index) => (lock > 0 ? [[index + 1, lock]] : []))).toEqual([
      [100, 15 * minute],
      [150, hour],
      [250, 15 * minute],
      [300, hour],
      [400, 15 * minute],
      [450, hour],
    ])
  })

  test('SI-13 each lock takes as many failures as the previous one, even after a hundred', () => {
    const locks = run('match-address', { times: 130, everyMs: 0 }).flatMap(({ lock }, index) =>
      lock > 0 ? [index + 1] : [],
    )
    expect(locks).toEqual([30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130])
  })

  test('SI-13 no run of failures is ever judged faster than the locks allow', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('pair', 'login', 'second-factor'),
        fc.array(fc.integer({ min: 0, max: 3 * hour }), { maxLength: 200 }),
        (kind, waits) => {
          let state = empty
          let now = start
          let judged = 0
          for (const wait of waits) {
            now = new Date(now.getTime() + wait)
            const standing: Parameters<typeof verdictOn>[0] =
              kind === 'login' ? { ...none, login: state } : { ...none, pair: state }
            if (verdictOn(standing, now).kind !== 'open') continue
            state = afterFailure(kind, state, now)
            judged++
            if (kind === 'login') expect(state.failures).toBeLessThanOrEqual(MAX_FAILURES)
            const lock = lockMs(kind, state.failures)
            if (lock > 0) expect(state.lockedUntil).toEqual(new Date(now.getTime() + lock))
          }
          if (kind === 'login') expect(judged).toBeLessThanOrEqual(MAX_FAILURES)
        },
      ),
    )
  })
})

describe('SI-13 nobody can lock out a person or an office', () => {
  const login = failRepeatedly('login', 20).state
  const known = buildSucceeded(at(-KNOWN_ADDRESS_MS + 1))
  const strange = buildSucceeded(at(-KNOWN_ADDRESS_MS))

  test('SI-13 a login ID that others locked still passes from an address it signed in from', () => {
    expect(verdictOn({ ...none, login, pair: known }, start).kind).toBe('open')
    expect(verdictOn({ ...none, login, pair: strange }, start).kind).toBe('locked')
    expect(verdictOn({ ...none, login }, start).kind).toBe('locked')
  })

  test('SI-13 it does not pass while that pair is locked, and never once it is closed', () => {
    const pair = { ...failRepeatedly('pair', 5).state, succeededAt: known.succeededAt }
    expect(verdictOn({ ...none, login, pair }, start).kind).toBe('locked')
    const closed = failRepeatedly('login', MAX_FAILURES).state
    expect(verdictOn({ ...none, login: closed, pair: known }, start).kind).toBe('locked')
  })

  test('SI-13 an address with more than a hundred failures refuses the login IDs new to it, for a quarter of an hour', () => {
    const max = ADDRESS_LIMIT.failures
    const full = failRepeatedly('address', max + 1).state
    expect(verdictOn({ ...none, address: failRepeatedly('address', max).state }, start).kind).toBe('open')
    expect(verdictOn({ ...none, address: full }, at(minute))).toEqual({
      kind: 'address-refused',
      retryAfterMs: 14 * minute,
    })
    expect(verdictOn({ ...none, address: full, pair: strange }, start).kind).toBe('address-refused')
    expect(verdictOn({ ...none, address: full, pair: known }, start).kind).toBe('open')
    expect(verdictOn({ ...none, address: full }, at(ADDRESS_LIMIT.windowMs)).kind).toBe('open')
    expect(afterFailure('address', full, at(ADDRESS_LIMIT.windowMs)).failures).toBe(1)
  })
})

test('SI-13 the right password ends failures in a row; one soon after another changes nothing', () => {
  const first = afterSuccess(failRepeatedly('pair', 1).state, at(1000))
  expect(first).toEqual(buildSucceeded(at(1000)))
  expect(afterSuccess(first, at(2000))).toBe(first)
  expect(afterSuccess(first, at(1000 + SUCCESS_STANDS_MS))).toEqual(buildSucceeded(at(1000 + SUCCESS_STANDS_MS)))
})

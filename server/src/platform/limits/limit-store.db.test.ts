import {
  afterFailure,
  afterSuccess,
  KNOWN_ADDRESS_MS,
  type LimitState,
  MAX_FAILURES,
  verdictOn,
} from '@portico/rules/identity/lockout'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/portal.ts'
import { findForAttempt } from '../../identity/accounts/sign-in-accounts.ts'
import type { Database } from '../db/database.ts'
import { endFailures, refuseAttempt } from './attempts.ts'
import { attemptKeys, createLimits, type Limits } from './limits.ts'

let database: Database
let limits: Limits
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ database, remove } = await openTestDatabase({ seeded: true }))
  limits = createLimits(database)
})
afterAll(() => remove?.())

const minute = 60_000
const hour = 60 * minute
const start = new Date('2026-11-20T12:00:00Z')
const empty: LimitState = {
  failures: 0,
  firstFailureAt: null,
  lastFailureAt: null,
  lockedUntil: null,
  succeededAt: null,
}

interface Attempt {
  readonly loginId: string
  readonly address: string
  readonly right: boolean
  readonly waitMs: number
}

/** The outcomes according to the rules, attempt by attempt. */
function createModel() {
  const states = new Map<string, LimitState>()
  const of = (key: string) => states.get(key) ?? empty
  return (loginId: string, address: string, right: boolean, now: Date): string => {
    const [pair, login, near] = [`pair ${loginId} ${address}`, `login ${loginId}`, `address ${address}`]
    const { kind } = verdictOn({ pair: of(pair), login: of(login), address: of(near) }, now)
    if (kind === 'address-refused') return 'TOO-MANY-REQUESTS'
    if (kind === 'locked') return 'GEN-SUSPEND'
    if (right) {
      states.set(pair, afterSuccess(of(pair), now))
      states.set(login, afterSuccess(of(login), now))
      return 'in'
    }
    const known = isKnown(of(pair), now)
    states.set(pair, afterFailure('pair', of(pair), now))
    states.set(login, afterFailure('login', of(login), now))
    if (!known) states.set(near, afterFailure('address', of(near), now))
    return 'GEN-NOMATCH'
  }
}

function isKnown({ succeededAt }: LimitState, now: Date): boolean {
  return succeededAt !== null && succeededAt.getTime() > now.getTime() - KNOWN_ADDRESS_MS
}

/** The same through the database, as the password check does it. */
async function attempt(loginId: string, address: string, right: boolean, now: Date): Promise<string> {
  const keys = attemptKeys(loginId, address)
  const { standing } = await findForAttempt(database, loginId, keys)
  const { kind } = verdictOn(standing, now)
  if (kind === 'open' && right) return (await endFailures(database, keys, now)) ?? 'in'
  const code = kind === 'open' ? null : kind === 'locked' ? 'GEN-SUSPEND' : 'TOO-MANY-REQUESTS'
  const origin = { address, requestId: 'test' }
  return refuseAttempt(database, { keys, now, origin, action: 'test', principal: null, account: null, code })
}

const clear = () => sql`delete from sign_in_limit`.execute(database.read)

test('SI-13 the database counts and locks as the rules say, whatever is tried from wherever and whenever', async () => {
  const waits = [0, 0, 0, minute, 59 * minute, 6 * minute, hour, 25 * hour, 91 * 24 * hour]
  const attempts = fc.array(
    fc.record<Attempt>({
      loginId: fc.constantFrom('MEMBER01', 'NOBODY99'),
      address: fc.constantFrom('203.0.113.1', '203.0.113.1', '203.0.113.2', '2001:db8::1'),
      right: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0),
      waitMs: fc.constantFrom(...waits),
    }),
    { minLength: 30, maxLength: 80 },
  )
  await fc.assert(
    fc.asyncProperty(attempts, async (all) => {
      await clear()
      const model = createModel()
      let now = start
      for (const { loginId, address, right, waitMs } of all) {
        now = new Date(now.getTime() + waitMs)
        expect(await attempt(loginId, address, right, now)).toBe(
          model(loginId, attemptKeys('', address).networkKey, right, now),
        )
      }
    }),
    { numRuns: 15 },
  )
})

test('SI-13 the database and the rules agree until the login ID is closed', async () => {
  await clear()
  const model = createModel()
  let now = start
  const answers: string[] = []
  for (let tried = 0; answers.filter((answer) => answer === 'GEN-NOMATCH').length < MAX_FAILURES; tried++) {
    const address = `198.51.100.${tried % 20}`
    const answer = await attempt('NOBODY99', address, false, now)
    expect(answer).toBe(model('NOBODY99', address, false, now))
    answers.push(answer)
    if (answer === 'GEN-SUSPEND') now = new Date(now.getTime() + 24 * hour)
    expect(tried).toBeLessThan(400)
  }
  now = new Date(now.getTime() + 1000 * 24 * hour)
  expect(await attempt('NOBODY99', '198.51.100.99', true, now)).toBe('GEN-SUSPEND')
  await limits.tidy(now)
  expect(await attempt('NOBODY99', '198.51.100.99', true, now)).toBe('GEN-SUSPEND')
})

test('SI-13 an address that tries many login IDs is refused, except for those that signed in from it', async () => {
  await clear()
  const model = createModel()
  const both = async (loginId: string, right: boolean, now: Date) => {
    const answer = await attempt(loginId, '203.0.113.9', right, now)
    expect(answer).toBe(model(loginId, '203.0.113.9', right, now))
    return answer
  }
  expect(await both('MEMBER01', true, start)).toBe('in')
  for (let tried = 0; tried <= 100; tried++) expect(await both(`NOBODY${tried}`, false, start)).toBe('GEN-NOMATCH')
  expect(await both('NOBODY999', false, start)).toBe('TOO-MANY-REQUESTS')
  expect(await both('MEMBER02', true, start)).toBe('TOO-MANY-REQUESTS')
  expect(await both('MEMBER01', true, start)).toBe('in')
  expect(await both('MEMBER02', true, new Date(start.getTime() + 15 * minute))).toBe('in')
})

test('SI-13 concurrent failures count one after the other', async () => {
  await clear()
  const refuse = (loginId: string, address: string) =>
    refuseAttempt(database, {
      keys: attemptKeys(loginId, address),
      now: start,
      origin: { address, requestId: 'test' },
      action: 'test',
      principal: null,
      account: null,
      code: null,
    })
  const countJudged = (codes: readonly string[]) => codes.filter((code) => code === 'GEN-NOMATCH').length
  const fromOne = Array.from({ length: 30 }, () => refuse('NOBODY98', '203.0.113.1'))
  expect(countJudged(await Promise.all(fromOne))).toBe(5)
  const fromMany = Array.from({ length: 60 }, (_, index) => refuse('NOBODY99', `198.51.100.${index}`))
  expect(countJudged(await Promise.all(fromMany))).toBe(20)
  const ofMany = Array.from({ length: 130 }, (_, index) => refuse(`NOBODY${index}`, '203.0.113.9'))
  expect(countJudged(await Promise.all(ofMany))).toBe(101)
})

test('SI-13 SH-8 RG-1 an address’s requests are admitted and locked as the rules say, however many there are', async () => {
  const cases = [
    ['shop', 'shop-address', 0],
    ['registration', 'registration-address', 20_000],
  ] as const
  for (const [what, kind, everyMs] of cases) {
    let state = empty
    let now = start
    for (let asked = 1; asked <= 320; asked++) {
      now = new Date(now.getTime() + everyMs)
      const isLocked = state.lockedUntil !== null && state.lockedUntil > now
      expect([asked, await limits.reserveRequest(what, '203.0.113.77', now)]).toEqual([asked, !isLocked])
      if (!isLocked) state = afterFailure(kind, state, now)
      else now = new Date(Math.max(now.getTime(), state.lockedUntil?.getTime() ?? 0))
    }
  }
})

test('SI-13 RG-1 someone who matches is not kept out because others at the address did not', async () => {
  await clear()
  const address = '203.0.113.78'
  const wrong = (count: number) => limits.reserveMatch(`10000000${count}`, address, start)
  for (let tried = 1; tried <= 29; tried++) expect(await wrong(tried)).toBe(true)
  for (let member = 1; member <= 3; member++) {
    expect(await limits.reserveMatch('200000001', address, start)).toBe(true)
    await database.transaction((tx) => limits.succeedMatch(tx, '200000001', address))
  }
  expect(await wrong(30)).toBe(true)
  expect(await wrong(31)).toBe(false)
  expect(await limits.reserveMatch('200000001', address, start)).toBe(false)
})

test('SI-13 second-factor codes: the fifth consecutive wrong one locks, and a correct one resets the count', async () => {
  const accountId = '0197f7a0-0000-7000-8000-000000000001'
  const reserve = (ms = 0) => limits.reserveSecondFactor(accountId, new Date(start.getTime() + ms))
  for (let tried = 0; tried < 5; tried++) expect(await reserve()).toBe(true)
  expect(await reserve()).toBe(false)
  expect(await reserve(minute - 1)).toBe(false)
  for (let tried = 0; tried < 5; tried++) expect(await reserve(minute)).toBe(true)
  expect(await reserve(2 * minute)).toBe(false)
  await database.transaction((tx) => limits.succeedSecondFactor(tx, accountId))
  for (let tried = 0; tried < 5; tried++) expect(await reserve(2 * minute)).toBe(true)
  expect(await reserve(2 * minute)).toBe(false)
  const atOnce = await Promise.all(Array.from({ length: 30 }, () => limits.reserveSecondFactor('another', start)))
  expect(atOnce.filter((allowed) => allowed)).toHaveLength(5)
})

test('SI-13 only counts that have long expired are removed', async () => {
  await clear()
  const day = 24 * hour
  const at = (ms: number) => new Date(start.getTime() + ms)
  await attempt('MEMBER01', '203.0.113.1', true, at(0))
  await attempt('MEMBER02', '203.0.113.2', false, at(0))
  await attempt('MEMBER03', '203.0.113.3', false, at(89 * day))
  limits = createLimits(database)
  const keys = async () => {
    const rows = await database.read.selectFrom('sign_in_limit').select(['kind', 'key']).orderBy('key').execute()
    return rows.map(({ kind, key }) => `${kind} ${key}`)
  }
  const before = await keys()
  // A process removes nothing in its first hour.
  limits.tidy(new Date(Date.now() + 59 * minute))
  expect(await keys()).toEqual(before)
  limits.tidy(at(89 * day + hour))
  await expect
    .poll(keys)
    .toEqual([
      'address 203.0.113.3',
      'login MEMBER01',
      'pair MEMBER01 203.0.113.1',
      'login MEMBER03',
      'pair MEMBER03 203.0.113.3',
    ])
})

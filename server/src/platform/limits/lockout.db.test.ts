import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, basic, Client, listErrorCodes } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listEvents } from '../../../test/rows.ts'

const password = 'Welcome1!'
const wrong = 'Wrong-pass1'
const home = '203.0.113.10'
const cafe = '203.0.113.20'

const portal = testPortal({ TRUST_PROXY: '1' })
beforeEach(() => sql`delete from sign_in_limit where key <> 'LOCKED01'`.execute(portal.database.read))

type WayIn = (loginId: string, word: string, from: string) => Promise<Answer>

const headers = (from: string) => ({ 'x-forwarded-for': from })
const attempt: WayIn = (loginId, word, from) =>
  make(new Client(portal.origin), calls.login, { body: {} }, { ...headers(from), authorization: basic(loginId, word) })
const byToken: WayIn = (username, word, from) =>
  make(
    new Client(portal.origin),
    calls.memberToken,
    { body: { grant_type: 'password', username, password: word, client_id: 'portico-test' } },
    headers(from),
  )

/** 200, or the code of the refusal. */
async function outcome(answering: Promise<Answer>): Promise<string | number> {
  const answer = await answering
  return answer.status === 200 ? 200 : (listErrorCodes(answer)[0] ?? JSON.stringify(answer.body))
}

async function outcomes(times: number, loginId: string, word: string, from: string): Promise<(string | number)[]> {
  const all = []
  for (let time = 0; time < times; time++) all.push(await outcome(attempt(loginId, word, from)))
  return all
}

/** Simulates the passing of seconds, by moving every stored time back. */
const later = (seconds: number) =>
  sql`update sign_in_limit set first_failure_at = first_failure_at - make_interval(secs => ${seconds}),
    last_failure_at = last_failure_at - make_interval(secs => ${seconds}),
    locked_until = locked_until - make_interval(secs => ${seconds}),
    succeeded_at = succeeded_at - make_interval(secs => ${seconds})`.execute(portal.database.read)

/** Simulates this many recent failures. */
const remember = (kind: 'login' | 'address', key: string, failures: number) =>
  portal.database.read
    .insertInto('sign_in_limit')
    .values({ kind, key, failures, first_failure_at: new Date(), last_failure_at: new Date() })
    .execute()

const mismatch = (times: number) => Array(times).fill('GEN-NOMATCH')
const buildSuspended = (times: number) => Array(times).fill('GEN-SUSPEND')

describe('SI-13 ER-6 one login ID from one address', () => {
  test.each(['MEMBER01', 'NOBODY99', 'no login id at all'])(
    'SI-13 ER-6 %s locks with the fifth wrong password, for longer each time, and hides the correct one',
    async (loginId) => {
      expect(await outcomes(7, loginId, wrong, home)).toEqual([...mismatch(5), ...buildSuspended(2)])
      expect(await outcome(attempt(loginId, password, home))).toBe('GEN-SUSPEND')
      await later(30)
      expect(await outcome(attempt(loginId, password, home))).toBe('GEN-SUSPEND')
      await later(31)
      expect(await outcomes(6, loginId, wrong, home)).toEqual([...mismatch(5), 'GEN-SUSPEND'])
      await later(4 * 60)
      expect(await outcome(attempt(loginId, wrong, home))).toBe('GEN-SUSPEND')
      await later(61)
      expect(await outcome(attempt(loginId, wrong, home))).toBe('GEN-NOMATCH')
    },
  )

  test('SI-13 a correct password in between resets the count', async () => {
    for (let time = 0; time < 3; time++) {
      expect(await outcomes(4, 'MEMBER01', wrong, home)).toEqual(mismatch(4))
      expect(await outcome(attempt('MEMBER01', password, home))).toBe(200)
    }
  })

  test('SI-13 ER-2 a correct password that is refused for another reason is no failure', async () => {
    expect(await outcomes(6, 'DEMOUSER1', password, home)).toEqual(Array(6).fill('DEMOUSER'))
    expect(await outcomes(6, 'BROKEN01', password, home)).toEqual(Array(6).fill('UNEXPECTED'))
  })

  test('SI-13 ER-11 the token endpoint counts with the sign-in calls', async () => {
    const readCodes = async (answering: Promise<Answer>) => {
      const { status, body } = await answering
      return [status, (body as unknown as { error_description: string }).error_description]
    }
    expect(await outcomes(3, 'MEMBER01', wrong, home)).toEqual(mismatch(3))
    for (let time = 0; time < 2; time++)
      expect(await readCodes(byToken('MEMBER01', wrong, home))).toEqual([400, 'invalid_grant_incorrect_creds'])
    for (const word of [wrong, password])
      expect(await readCodes(byToken('MEMBER01', word, home))).toEqual([400, 'invalid_grant_account_locked'])
    expect(await outcome(attempt('MEMBER01', password, home))).toBe('GEN-SUSPEND')
  })

  test('SI-13 the current password in a change counts with them, too', async () => {
    const client = new Client(portal.origin)
    const from = headers(home)
    await make(client, calls.userLogin, { body: { userId: 'MEMBER01', password } }, from)
    const change = async (currentPassword: string) => {
      const body = { currentPassword, newPassword: 'Kestrel-47-Ridge' }
      const answer = await make(client, calls.changePassword, { body }, from)
      return [answer.status, ...(answer.body.errors ?? []).map(({ field, errorKey }) => `${field} ${errorKey}`)]
    }
    for (let time = 0; time < 5; time++) expect(await change(wrong)).toEqual([400, 'currentPassword GEN-NOMATCH'])
    for (const word of [wrong, password]) expect(await change(word)).toEqual([400, 'currentPassword GEN-SUSPEND'])
    expect(await outcome(attempt('MEMBER01', password, home))).toBe('GEN-SUSPEND')
    const { rows } = await sql<{ action: string; actor_login_id: string; count: number }>`
      select action, actor_login_id, count(*)::int as count from audit_event
      where action like 'password.change %' group by action, actor_login_id order by action
    `.execute(portal.database.read)
    expect(rows).toEqual([
      { action: 'password.change GEN-NOMATCH', actor_login_id: 'MEMBER01', count: 5 },
      { action: 'password.change GEN-SUSPEND', actor_login_id: 'MEMBER01', count: 1 },
    ])
  })
})

describe('SI-13 the audit log is not filled', () => {
  const refusals = async (address: string) =>
    portal.database.read
      .selectFrom('audit_event')
      .select(['action', 'times'])
      .where('address', '=', address)
      .orderBy('event_id')
      .execute()

  test('SI-13 attempts refused regardless of the input are recorded the first, tenth and hundredth time', async () => {
    const from = '203.0.113.31'
    await outcomes(5 + 12, 'NOBODY31', wrong, from)
    const wrongOnes = Array(5).fill({ action: 'sign-in GEN-NOMATCH', times: null })
    const suspend = { action: 'sign-in GEN-SUSPEND', times: null }
    expect(await refusals(from)).toEqual([...wrongOnes, suspend, { ...suspend, times: 10 }])
    await sql`update sign_in_limit set failures = 98 where kind = 'refused'`.execute(portal.database.read)
    await outcomes(3, 'NOBODY31', wrong, from)
    expect((await refusals(from)).slice(7)).toEqual([{ ...suspend, times: 100 }])
    // A new window starts with its own row.
    await later(15 * 60)
    await sql`update sign_in_limit set locked_until = now() + interval '1 hour' where kind = 'pair'`.execute(
      portal.database.read,
    )
    await outcomes(2, 'NOBODY31', wrong, from)
    expect((await refusals(from)).slice(8)).toEqual([suspend])
  })

  test('SI-13 a full address does not flood it with invented login IDs', async () => {
    const from = '203.0.113.32'
    await remember('address', from, 101)
    for (let guess = 0; guess < 8; guess++) await attempt(`MADEUP${guess}`, wrong, from)
    expect(await refusals(from)).toEqual([{ action: 'sign-in TOO-MANY-REQUESTS', times: null }])
    const rows = await portal.database.read
      .selectFrom('sign_in_limit')
      .select('key')
      .where('kind', '=', 'refused')
      .execute()
    expect(rows).toEqual([{ key: `sign-in TOO-MANY-REQUESTS ${from}` }])
  })
})

describe('SI-13 at the same time', () => {
  test('SI-13 thirty concurrent guesses get no more attempts than thirty in a row', async () => {
    const words = Array.from({ length: 30 }, (_, index) => (index === 29 ? password : `Wrong-pass${index}`))
    const all = await Promise.all(words.map((word) => outcome(attempt('MEMBER01', word, home))))
    expect(all.filter((one) => one === 'GEN-NOMATCH').length).toBeLessThanOrEqual(5)
    expect(all.filter((one) => one === 'GEN-SUSPEND').length).toBeGreaterThanOrEqual(24)
  })

  test('SI-13 concurrent guesses from many addresses end with the twentieth', async () => {
    await remember('login', 'NOBODY99', 15)
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => outcome(attempt('NOBODY99', wrong, `198.51.100.${index}`))),
    )
    expect(all.filter((one) => one === 'GEN-NOMATCH')).toHaveLength(5)
    expect(all.filter((one) => one === 'GEN-SUSPEND')).toHaveLength(15)
  })

  test('SI-13 people who sign in at the same time, each with the correct password, all get in', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => outcome(attempt('MEMBER01', password, home))))
    expect(all).toEqual(Array(12).fill(200))
  })
})

describe('SI-13 nobody is locked out by others', () => {
  test('SI-13 a login ID locked from anywhere still signs in where it did before, unless it is closed', async () => {
    expect(await outcome(attempt('MEMBER02', password, home))).toBe(200)
    for (let from = 0; from < 5; from++) await outcomes(4, 'MEMBER02', wrong, `198.51.100.${from}`)
    expect(await outcome(attempt('MEMBER02', wrong, '198.51.100.77'))).toBe('GEN-SUSPEND')
    expect(await outcome(attempt('MEMBER02', password, cafe))).toBe('GEN-SUSPEND')
    expect(await outcomes(1, 'MEMBER02', wrong, home)).toEqual(mismatch(1))
    expect(await outcome(attempt('MEMBER02', password, home))).toBe(200)

    await sql`update sign_in_limit set failures = 99 where kind = 'login' and key = 'MEMBER02'`.execute(
      portal.database.read,
    )
    expect(await outcome(attempt('MEMBER02', wrong, cafe))).toBe('GEN-NOMATCH')
    await later(1000 * 24 * 60 * 60)
    expect(await outcome(attempt('MEMBER02', password, home))).toBe('GEN-SUSPEND')
    expect(await outcome(attempt('MEMBER02', password, '198.51.100.78'))).toBe('GEN-SUSPEND')
  })

  test('SI-13 an office behind one address continues when somebody there tries too often', async () => {
    for (const colleague of ['MEMBER01', 'AGENT001'])
      expect(await outcome(attempt(colleague, password, home))).toBe(200)
    await remember('address', home, 98)
    const tries = Array.from({ length: 6 }, (_, index) => outcome(attempt(`GUESS${index}`, wrong, home)))
    expect((await Promise.all(tries)).sort()).toEqual([...mismatch(3), ...Array(3).fill('TOO-MANY-REQUESTS')])

    const refused = await attempt('MEMBERND', password, home)
    expect([refused.status, listErrorCodes(refused)]).toEqual([429, ['TOO-MANY-REQUESTS']])
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(600)
    expect(retryAfter).toBeLessThanOrEqual(900)
    const byGrant = await byToken('MEMBERND', password, home)
    expect([byGrant.status, Number(byGrant.headers.get('retry-after')) > 0]).toEqual([429, true])

    for (const colleague of ['MEMBER01', 'AGENT001'])
      expect(await outcome(attempt(colleague, password, home))).toBe(200)
    expect(await outcome(attempt('MEMBERND', password, cafe))).toBe(200)
    await later(15 * 60)
    expect(await outcome(attempt('MEMBERND', password, home))).toBe(200)
  })

  test('SI-13 a 64-bit network counts as one address, however it is spelled', async () => {
    for (let host = 1; host <= 5; host++) await attempt('MEMBER01', wrong, `2001:db8:1:2::${host}`)
    expect(await outcome(attempt('MEMBER01', password, '2001:db8:1:2:ffff::9'))).toBe('GEN-SUSPEND')
    expect(await outcome(attempt('MEMBER01', password, '2001:db8:1:3::1'))).toBe(200)
  })
})

describe('SI-13 an operator lifts locks', () => {
  const unlock = async (loginId: string, logonId: string) => {
    const client = new Client(portal.origin)
    await client.signIn(loginId)
    return make(client, calls.unlockAccount, { body: { logonId } })
  }

  test('ER-6 SI-13 LOCKED01 is locked by its failures; unlocked, it signs in', async () => {
    const row = await portal.database.read
      .selectFrom('sign_in_limit')
      .selectAll()
      .where('key', '=', 'LOCKED01')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ kind: 'login', failures: 100 })
    expect(await outcome(attempt('LOCKED01', password, home))).toBe('GEN-SUSPEND')
    await outcomes(5, 'MEMBER01', wrong, cafe)

    for (const logonId of ['locked01', 'NOBODY99']) {
      const answer = await unlock('CSRREP01', logonId)
      expect([answer.status, answer.body.payload]).toEqual([200, { logonId: logonId.toUpperCase() }])
      const events = await listEvents(portal.database, answer)
      const record_id = logonId.toUpperCase()
      expect(events).toMatchObject([
        { actor_login_id: 'CSRREP01', action: 'account.unlock', record_id, outcome: 'done' },
      ])
    }
    expect(await outcome(attempt('LOCKED01', password, home))).toBe(200)
    // No one else's lock is lifted.
    expect(await outcome(attempt('MEMBER01', password, cafe))).toBe('GEN-SUSPEND')
    expect((await unlock('INTERNAL1', 'MEMBER01')).status).toBe(200)
    expect(await outcome(attempt('MEMBER01', password, cafe))).toBe(200)
  })

  test('SI-13 RO-4 only of the brands that staff work for, and never of staff', async () => {
    for (const logonId of ['MEMBERND', 'CSRREP02']) {
      await outcomes(5, logonId, wrong, cafe)
      const answer = await unlock('CSRREP01', logonId)
      expect([answer.status, listErrorCodes(answer)]).toEqual([404, ['NOT-FOUND']])
      expect(await listEvents(portal.database, answer)).toMatchObject([
        { action: 'account.unlock', record_id: logonId, outcome: 'refused' },
      ])
      expect(await outcome(attempt(logonId, password, cafe))).toBe('GEN-SUSPEND')
    }
    expect((await unlock('INTERNAL1', 'CSRREP02')).status).toBe(404)
    expect((await unlock('INTERNAL1', 'MEMBERND')).status).toBe(200)
  })

  test('SI-13 RO-4 only staff with the entitlement', async () => {
    expect(listErrorCodes(await unlock('MEMBER01', 'MEMBER01'))).toEqual(['WRONG-ROLE'])
    expect(listErrorCodes(await unlock('INTERNAL1', 'no login id'))).toEqual(['login-id.invalid'])
    await sql`update account set entitlements = '["simulate"]' where login_id = 'INTERNAL1'`.execute(
      portal.database.read,
    )
    const answer = await unlock('INTERNAL1', 'MEMBER01')
    expect([answer.status, listErrorCodes(answer)]).toEqual([403, ['WRONG-ROLE']])
  })
})

test('SI-13 text that cannot be a login ID is not stored as typed: it may be a password', async () => {
  await attempt('My-Secret-Word-1', 'x', home)
  const rows = await portal.database.read.selectFrom('sign_in_limit').select('key').execute()
  expect(rows.length).toBeGreaterThan(1)
  expect(JSON.stringify(rows).toLowerCase()).not.toContain('secret')
})

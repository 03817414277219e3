import type { SentTo } from '@portico/contract/call'
import { type CallName, calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, Client, memberClient, signInClient } from '../../../test/client.ts'
import { countWaiting, isAwaited } from '../../../test/gate.ts'
import { testPortal } from '../../../test/portal.ts'
import { everyCall, type Records, readRecords, readySample, undoChanges } from '../../../test/samples.ts'
import { addAuthenticator, undoSecondFactors } from '../../../test/second-factor.ts'
import { lockAdministration } from '../../identity/rights/administrators-statement.ts'
import type { Tx } from './database.ts'
import { lockAccount } from './row-locks.ts'

const portal = testPortal({ ACCESS_TOKEN_S: '3600' })
let own: Records
beforeAll(async () => {
  own = await readRecords(await memberClient(portal.origin, 'MEMBER01'))
})
afterEach(async () => {
  await undoSecondFactors(portal.database)
  await undoChanges(portal.database)
})

/** Rows of a table that match a condition. */
interface Rows {
  readonly table: string
  readonly which?: string
}

/** Whether another transaction holds one of the rows. */
async function isHeld(tx: Tx, { table, which = 'true' }: Rows): Promise<boolean> {
  const rows = sql`from ${sql.table(table)} where ${sql.raw(which)}`
  const free = await sql`select ${rows} for update skip locked`.execute(tx)
  const all = await sql`select ${rows}`.execute(tx)
  expect(all.rows.length).toBeGreaterThan(0)
  return free.rows.length < all.rows.length
}

/** Lets `work` wait for rows, and returns which of the other rows it holds then; null if it does not wait for them. */
async function watchHeldRows<Result>(
  { table, which = 'true' }: Rows,
  others: readonly Rows[],
  start: () => Promise<Result>,
): Promise<{ readonly held: readonly string[] | null; readonly result: Result }> {
  const { held, started } = await portal.database.transaction(async (tx) => {
    await sql`select from ${sql.table(table)} where ${sql.raw(which)} for update`.execute(tx)
    let isOver = false
    const started = start().finally(() => {
      isOver = true
    })
    await expect.poll(async () => isOver || (await isAwaited(tx)), { interval: 2 }).toBe(true)
    if (isOver) return { held: null, started }
    const held: string[] = []
    for (const other of others) if (await isHeld(tx, other)) held.push(other.table)
    return { held, started }
  })
  return { held, result: await started }
}

/** A call's sample, ready to be sent by its usual sender, or by another. */
async function readyCall(name: CallName, by?: string): Promise<() => Promise<Answer>> {
  const { call, sample } = everyCall.find((one) => one.name === name) ?? expect.unreachable()
  const { audience } = call
  const as =
    by ?? sample.as ?? (audience.by !== 'anyone' && audience.roles.includes('MEMBER') ? 'MEMBER01' : 'CSRREP01')
  const client = audience.by === 'anyone' ? new Client(portal.origin) : await memberClient(portal.origin, as)
  const sent = await readySample(client, sample, own)
  // A correct password soon after another is not counted.
  await sql`update sign_in_limit set succeeded_at = null`.execute(portal.database.read)
  return () => make(client, call, sent, sample.headers)
}

describe('HT-2 of two concurrent calls neither keeps the other from ending', () => {
  const inOrder: readonly [string, CallName, string, readonly string[]][] = [
    ['SI-13 AD-2', 'login', 'account', ['sign_in_limit']],
    ['SI-13 SI-11', 'memberToken', 'account', ['sign_in_limit']],
    ['RG-2', 'answerQuestions', 'account', ['sign_in_limit', 'security_answer']],
    ['RG-2', 'resetPassword', 'account', ['recovery_ticket', 'session', 'sign_in_limit']],
    ['RG-3', 'confirmEmail', 'account', ['email_change']],
    ['RG-3', 'startViewing', 'account', ['session']],
    ['RG-3', 'answerInvitation', 'account', ['person_access']],
    ['RG-3', 'closeAccount', 'refresh_token', ['sign_in_limit']],
    ['RG-4', 'confirmAuthenticator', 'account', ['authenticator', 'session']],
    ['RG-4', 'removeAuthenticator', 'account', ['authenticator', 'recovery_code', 'session']],
    ['RG-4', 'renewRecoveryCodes', 'account', ['recovery_code']],
  ]
  test.each(inOrder)('%s %s waits for %s before it locks what comes after that', async (_, name, table, later) => {
    const start = await readyCall(name)
    const after = later.map((one) => ({ table: one }))
    const { held, result } = await watchHeldRows({ table }, after, start)
    expect([held, result.status]).toEqual([[], 200])
  })

  test('SI-13 lifting the locks of a login ID locks its counts in the order of a sign-in', async () => {
    await sql`delete from sign_in_limit`.execute(portal.database.read)
    await new Client(portal.origin).signIn('MEMBER01', 'Wrong-1A')
    // This moves the row to the end of its table and of its indexes.
    for (const key of [sql`key || '+'`, sql`rtrim(key, '+')`])
      await sql`update sign_in_limit set key = ${key} where kind = 'pair'`.execute(portal.database.read)
    const rep = await signInClient(portal.origin, 'CSRREP01')
    const unlock = () => make(rep, calls.unlockAccount, { body: { logonId: 'MEMBER01' } })
    const [pair, login] = ['pair', 'login'].map((kind) => ({
      table: 'sign_in_limit',
      which: `kind = '${kind}' and key like 'MEMBER01%'`,
    })) as [Rows, Rows]
    const { held, result } = await watchHeldRows(pair, [login], unlock)
    expect([held, result.status]).toEqual([[], 200])
  })

  test('RG-2 a link for a password does not wait for another person’s expired one', async () => {
    const start = await readyCall('sendAccountLink')
    await sql`insert into recovery_ticket (account_id, ticket_hash, created_at, expires_at)
      select account_id, ${Buffer.from('old')}, now() - interval '1 day', now() - interval '1 day' from account
      where login_id = 'BXBASIC1'`.execute(portal.database.read)
    const { held, result } = await watchHeldRows({ table: 'recovery_ticket' }, [], start)
    expect([held, result.status]).toEqual([null, 200])
    await (await readyCall('sendAccountLink'))()
    expect(await countRows('recovery_ticket', 'expires_at <= now()')).toBe(0)
  })
})

async function countRows(table: string, which = 'true'): Promise<number> {
  const { rows } = await sql`select from ${sql.table(table)} where ${sql.raw(which)}`.execute(portal.database.read)
  return rows.length
}

describe('RG-3 several sessions of a person', () => {
  const ofMember = `account_id = (select account_id from account where login_id = 'MEMBER02') and ended_at is null`
  const ends: readonly [string, string, (client: Client) => Promise<Answer>][] = [
    ['RG-3', 'signed out elsewhere', (client) => make(client, calls.endOtherDevices, {})],
    [
      'SI-14',
      'ended by a new password',
      (client) =>
        make(client, calls.changePassword, {
          body: { currentPassword: 'Welcome1!', newPassword: 'Kestrel-47-Ridge' },
        }),
    ],
  ]
  test.each(ends)('%s %s are locked in one order', async (_, _how, end) => {
    const clients: Client[] = []
    for (let count = 0; count < 4; count++) clients.push(await signInClient(portal.origin, 'MEMBER02'))
    const first = `(select min(session_id::text) from session where ${ofMember})`
    // This moves the row to the end of its table and of its indexes.
    await sql`update session set token_hash = sha256(token_hash), last_seen_at = last_seen_at - interval '1 minute' where ${sql.raw(`${ofMember} and session_id::text = ${first}`)}`.execute(
      portal.database.read,
    )
    const others = { table: 'session', which: `${ofMember} and session_id::text <> ${first}` }
    const { held, result } = await watchHeldRows(
      { table: 'session', which: `${ofMember} and session_id::text = ${first}` },
      [others],
      () => end(clients[1] ?? expect.unreachable()),
    )
    expect([held, result.status]).toEqual([[], 200])
  })
})

describe('RG-3 access of several people', () => {
  const [first, last] = ['00000000-0000-4000-8000-000000000001', 'ffffffff-ffff-4fff-8fff-ffffffffffff'] as const

  /** MEMBER02 gave it, long before any other. */
  async function give(accessId: string, toLogin: string): Promise<void> {
    await sql`insert into person_access (access_id, member_id, brand, name, email, relationship, scopes, state, account_id, begins,
        invited_at, changed_at)
      select ${accessId}, owner.member_id, owner.brand, 'Someone', 'someone@mail.test', 'SPOUSE', '["coverage"]'::jsonb, 'active',
        holder.account_id, '2020-01-01', ${accessId === first ? '2020-01-02' : '2020-01-01'}, now()
      from account owner, account holder where owner.login_id = 'MEMBER02' and holder.login_id = ${toLogin}`.execute(
      portal.database.read,
    )
  }
  const access = (which: string) => ({ table: 'person_access', which })

  test.each([
    ['closeAccount', 'BXBASIC1'],
    ['answerInvitation', 'MEMBER01'],
  ] as const)('RG-3 that %s ends is locked in one order', async (name, holder) => {
    const start = await readyCall(name)
    await give(first, holder)
    if (name === 'closeAccount') await give(last, holder)
    const others = `access_id <> '${first}' and (account_id is not null or ticket_hash is not null)`
    const { held, result } = await watchHeldRows(access(`access_id = '${first}'`), [access(others)], start)
    expect([held, result.status]).toEqual([[], 200])
    expect(await countRows('person_access', `access_id = '${first}' and state = 'ended'`)).toBe(1)
  })

  test('RG-3 an invitation is not accepted for an account that is being closed', async () => {
    const start = await readyCall('answerInvitation')
    const { result } = await portal.database.transaction(async (tx) => {
      await sql`select from account where login_id = 'MEMBER01' for update`.execute(tx)
      const started = start()
      await expect.poll(() => isAwaited(tx), { interval: 2 }).toBe(true)
      await sql`update account set email = null where login_id = 'MEMBER01'`.execute(tx)
      return { result: started }
    })
    expect((await result).status).toBe(404)
    await sql`update account set email = 'member01@mail.example' where login_id = 'MEMBER01'`.execute(
      portal.database.read,
    )
  })
})

describe('RG-3 what is stored while the account is being closed', () => {
  const kept = [
    ['saveDraft', 'message_draft'],
    ['saveForm', 'form_draft'],
    ['saveProvider', 'saved_provider'],
    ['changeNotificationChoices', 'notification_choice'],
  ] as const

  test.each(kept.flatMap(([name, table]) => [[name, table, 'before'] as const, [name, table, 'after'] as const]))(
    'RG-3 %s leaves nothing in %s for the next to register, tried %s it',
    async (name, table, when) => {
      const close = await readyCall('closeAccount')
      const keep = await readyCall(name, 'BXBASIC1')
      const { rows } = await sql<{ id: string }>`
        select member_id as id from account where login_id = 'BXBASIC1'`.execute(portal.database.read)
      const member = `member_id = '${rows[0]?.id}'`
      const calls = when === 'before' ? [keep, close] : [close, keep]
      const started = await portal.database.transaction(async (tx) => {
        await sql`select from member where ${sql.raw(member)} for no key update`.execute(tx)
        const answers: Promise<Answer>[] = []
        for (const [at, call] of calls.entries()) {
          let isOver = false
          answers.push(call().finally(() => (isOver = true)))
          await expect.poll(async () => isOver || (await countWaiting(tx)) > at, { interval: 2 }).toBe(true)
        }
        return { answers }
      })
      const answers = await Promise.all(started.answers)
      expect(answers.map(({ status }) => status)).toEqual(when === 'before' ? [200, 200] : [200, 401])
      expect(await countRows(table, member)).toBe(0)
    },
  )
})

test('RG-4 of two sets of recovery codes created at once, the second replaces the first', async () => {
  const client = await memberClient(portal.origin, 'MEMBER01')
  await addAuthenticator(client)
  const codes = await portal.database.transaction(async (tx) => {
    await sql`select from recovery_code for update`.execute(tx)
    const both = [make(client, calls.renewRecoveryCodes, {}), make(client, calls.renewRecoveryCodes, {})]
    await expect.poll(() => countWaiting(tx), { interval: 2 }).toBe(2)
    return { both }
  })
  expect((await Promise.all(codes.both)).map(({ status }) => status)).toEqual([200, 200])
  expect(await countRows('recovery_code')).toBe(10)
})

describe('AD-2 whoever loses a right while their change waits cannot use it', () => {
  /** Removes an account's rights as soon as the call waits for `lock`, or has been answered. */
  async function loseRights(which: string, lock: (tx: Tx) => Promise<unknown>, start: () => Promise<Answer>) {
    const whose = sql.raw(which)
    const { before, started } = await portal.database.transaction(async (tx) => {
      await lock(tx)
      let isOver = false
      const started = start().finally(() => {
        isOver = true
      })
      await expect.poll(async () => isOver || (await isAwaited(tx)), { interval: 2 }).toBe(true)
      const { rows } = await sql<{ has: string }>`
        select entitlements::text as has from account where ${whose}`.execute(tx)
      await sql`update account set entitlements = '[]' where ${whose}`.execute(tx)
      return { before: rows[0]?.has, started }
    })
    const { status } = await started
    await sql`update account set entitlements = ${before}::jsonb where ${whose}`.execute(portal.database.read)
    return status
  }

  test.each(['endStaff', 'changeStaffRights', 'decideStaffRequest'] as const)('AD-2 %s', async (name) => {
    const start = await readyCall(name)
    expect(await loseRights(`login_id = 'ADMIN002'`, lockAdministration, start)).toBe(403)
  })

  test.each(['replyToThread', 'addThreadNote'] as const)('AD-2 MC-6 %s', async (name) => {
    const start = await readyCall(name)
    const lock = (tx: Tx) => lockAccount(tx, own.account)
    expect(await loseRights(`account_id = '${own.account}'`, lock, start)).toBe(403)
  })

  test('AD-2 MC-6 nor is a conversation assigned to them', async () => {
    const { call, sample } = everyCall.find((one) => one.name === 'assignThread') ?? expect.unreachable()
    const client = await memberClient(portal.origin, 'CSRREP02')
    const { params, body } = (await readySample(client, sample, own)) as SentTo<typeof calls.assignThread>
    const start = () => make(client, call, { params, body: { ...body, accountId: own.account } } as never)
    const lock = (tx: Tx) => lockAccount(tx, own.account)
    expect(await loseRights(`account_id = '${own.account}'`, lock, start)).toBe(404)
  })
})

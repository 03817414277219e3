import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listEvents } from '../../../test/rows.ts'
import { chosenAnswers } from '../../../test/samples.ts'
import { addPasskey } from '../../../test/second-factor.ts'
import { listAddressees } from './people.ts'

const portal = testPortal()

const close = (client: Client, password = 'Welcome1!') => make(client, calls.closeAccount, { body: { password } })
const visitor = () => new Client(portal.origin)
const readAccount = (loginId: string) =>
  portal.database.read.selectFrom('account').selectAll().where('login_id', '=', loginId).executeTakeFirst()

/** The stored login ID of a closed account. */
async function readStoredLoginId(accountId: string): Promise<string> {
  const stored = portal.database.read.selectFrom('account').select('login_id').where('account_id', '=', accountId)
  return (await stored.executeTakeFirstOrThrow()).login_id
}

/** A sign-in with a login ID is answered, counted and audited as for an unknown one, and is no event of the account. */
async function expectNobody(loginId: string): Promise<void> {
  const body = { userId: loginId, password: 'Welcome1!' }
  const failures = () =>
    sql<{ failures: number }>`select failures from sign_in_limit
      where kind = 'address' order by failures desc limit 1`.execute(portal.database.read)
  const before = (await failures()).rows[0]?.failures ?? 0
  const refused = await make(visitor(), calls.userLogin, { body })
  expect([refused.status, listErrorCodes(refused)]).toEqual([401, ['GEN-NOMATCH']])
  expect((await failures()).rows[0]?.failures).toBe(before + 1)
  expect(await listEvents(portal.database, refused)).toMatchObject([{ action: 'sign-in GEN-NOMATCH', record_id: null }])
}

describe('RG-3 closing one’s account', () => {
  test('RG-3 SI-13 with the password: all sessions end, every way in is gone, sign-in answers as for an unknown person, the owner is told', async () => {
    const client = await memberClient(portal.origin, 'DENTAL01')
    const other = await memberClient(portal.origin, 'DENTAL01')
    await addPasskey(client)
    await make(client, calls.setSecurityQuestions, { body: { answers: [...chosenAnswers] } })
    const before = await readAccount('DENTAL01')
    if (!before?.member_id) throw new Error('The demo has a member.')

    const wrong = await close(client, 'Wrong-1A')
    expect([wrong.status, wrong.body.errors?.map(({ field, errorMessage }) => `${field} ${errorMessage}`)]).toEqual([
      400,
      ['password GEN-NOMATCH'],
    ])
    const answers = await Promise.all([close(client), close(client)])
    const done = answers.find(({ status }) => status === 200)
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    for (const one of [client, other]) expect((await make(one, calls.validateSession, {})).status).toBe(401)

    const [closed, nobody] = [await visitor().signIn('DENTAL01'), await visitor().signIn('NOBODY77')]
    expect([closed.status, listErrorCodes(closed)]).toEqual([nobody.status, listErrorCodes(nobody)])
    const { account_id: accountId, member_id: memberId } = before
    await expectNobody(await readStoredLoginId(accountId))
    const after = await portal.database.read
      .selectFrom('account')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    expect(after).toMatchObject({ member_id: null, email: null, phone: null, address: null, first_name: '' })
    expect(await readAccount('DENTAL01')).toBeUndefined()
    expect(await listAddressees(portal.database.read, memberId)).toEqual([])
    for (const table of ['passkey', 'security_answer', 'recovery_ticket', 'email_change'] as const) {
      const rows = await portal.database.read
        .selectFrom(table)
        .selectAll()
        .where('account_id', '=', accountId)
        .execute()
      expect([table, rows]).toEqual([table, []])
    }
    const letters = await portal.database.read.selectFrom('outbox').selectAll().execute()
    expect(letters).toMatchObject([{ template: 'account-closed', recipient: before.email }])
    const { rows } = await sql`select action, member_id from audit_event
      where request_id = ${done?.headers.get('x-request-id')}`.execute(portal.database.read)
    expect(rows).toEqual([{ action: 'account.close', member_id: memberId }])
    // The plan's own records stay.
    const kept = await portal.database.read
      .selectFrom('coverage')
      .selectAll()
      .where('member_id', '=', memberId)
      .execute()
    expect(kept.length).toBeGreaterThan(0)
  })

  test('RG-3 recovery no longer knows a closed account, and its login ID is free', async () => {
    const client = visitor()
    await client.signIn('PROSPECT1')
    expect((await close(client)).status).toBe(200)
    const before = (await portal.database.read.selectFrom('outbox').selectAll().execute()).length
    const asked = await make(visitor(), calls.forgottenPassword, { body: { logonId: 'PROSPECT1' } })
    expect(asked.status).toBe(200)
    expect(await portal.database.read.selectFrom('outbox').selectAll().execute()).toHaveLength(before)
    expect(await readAccount('PROSPECT1')).toBeUndefined()
  })

  test('RG-4 RG-3 it requires a recent proof of identity', async () => {
    const client = await memberClient(portal.origin, 'MEMBER02')
    await sql`update session set authenticated_at = now() - interval '1 hour'`.execute(portal.database.read)
    expect(listErrorCodes(await close(client))).toEqual(['STEP-UP-REQUIRED'])
    expect((await make(client, calls.validateSession, {})).status).toBe(200)
  })
})

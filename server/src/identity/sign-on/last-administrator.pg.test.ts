import { changeStaffRights, endStaff } from '@portico/contract/calls/administration'
import * as calls from '@portico/contract/calls/connections'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readByLogin } from '../../../test/accounts.ts'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, signInClient } from '../../../test/client.ts'
import { countWaiting } from '../../../test/gate.ts'
import { type OddProvider, startOddProvider, switchOn } from '../../../test/odd-provider.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()
let first: Client
let second: Client
let provider: OddProvider
const connections: string[] = []

const findId = async (loginId: string) => (await readByLogin(portal.database.read, loginId)).account_id

beforeAll(async () => {
  provider = await startOddProvider()
  first = await signInClient(portal.origin, 'ADMIN001')
  second = await signInClient(portal.origin, 'ADMIN002')
  const everywhere = [{ account_id: await findId('ADMIN002'), brand: 'ALL' }]
  await portal.database.read.insertInto('staff_brand').values(everywhere).execute()
  for (const [name, brand] of [
    ['One', 'ALL'],
    ['Other', 'ALL'],
    ['Brand', 'hmbcbs'],
  ] as const) {
    const settings = {
      ...{ kind: 'oidc' as const, nameClaim: 'preferred_username', groupsClaim: '', trustsFactor: false },
      ...{ factorValues: [], issuer: provider.issuer, clientId: 'portico' },
    }
    const body = { name, brand, audience: 'staff' as const, domains: [], settings }
    const made = await make(first, calls.makeConnection, { body })
    const id = made.body.payload.connections.find((one) => one.name === name)?.connectionId ?? ''
    await switchOn(portal.database, id)
    connections.push(id)
  }
})
afterAll(() => provider.close())

test('OS-61 of the last two administrators with a password, expected at the same time by two connections, one keeps theirs', async () => {
  const expectOne = (client: Client, loginId: string, connectionId = '') =>
    make(client, calls.expectPerson, { params: { connectionId }, body: { loginId, expected: loginId } })
  const { both } = await portal.database.transaction(async (tx) => {
    // Without the lock, both check whether they may go before either has changed anything.
    await sql`lock table identity_link in share row exclusive mode`.execute(tx)
    const started = [expectOne(first, 'ADMIN002', connections[0]), expectOne(second, 'ADMIN001', connections[1])]
    await expect.poll(() => countWaiting(tx), { interval: 2 }).toBe(2)
    return { both: started }
  })
  const answers = await Promise.all(both)
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused && listErrorCodes(refused)).toEqual(['CONFLICT', 'LAST-ADMINISTRATOR'])
  await portal.database.read.deleteFrom('identity_link').execute()
})

/** Signs in at the provider under a name. */
async function signIn(name: string, connectionId = connections[0] ?? '') {
  const client = new Client(portal.origin)
  const to = new URL((await client.get(`/sso/${connectionId}/start`)).headers.get('location') ?? '')
  const { nonce = '', state = '' } = Object.fromEntries(to.searchParams)
  provider.answerWith(() => {
    const claims = { iss: provider.issuer, aud: 'portico', sub: `sub-${name}`, nonce, preferred_username: name }
    return new SignJWT({ ...claims, auth_time: Math.floor(Date.now() / 1000) })
      .setProtectedHeader({ alg: 'RS256', kid: provider.kid })
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(provider.privateKey)
  })
  const query = new URLSearchParams({ code: 'a-code', state })
  return client.get(`/sso/${connectionId}/answer?${query}`)
}
const readLatest = async (id = connections[0]) => {
  const { connections: shown } = (await make(first, calls.listConnections, {})).body.payload
  const { outcome, detail } = shown.find(({ connectionId }) => connectionId === id)?.attempts[0] ?? {}
  return [outcome, detail]
}
const provisionSecond = async () =>
  sql`insert into scim_user (user_id, brand, audience, account_id, user_name, user_key, active, barred, agencies, version, created_at, changed_at)
    values (gen_random_uuid(), 'hmbcbs', 'staff', ${await findId('ADMIN002')}, 'leo', 'leo', true, false, '[]', 1, now(), now())`.execute(
    portal.database.read,
  )
const setOthersLocked = (at: Date | null) =>
  portal.database.read
    .updateTable('account')
    .set({ locked_at: at })
    .where('role', '=', 'INTERNAL')
    .where('login_id', 'not in', ['ADMIN001', 'ADMIN002'])
    .execute()

test.each(['SCIM', 'administrators'] as const)(
  'OS-61 a first sign-in does not link the last administrator with a password, known by %s',
  async (by) => {
    const accountId = await findId('ADMIN002')
    const now = new Date()
    if (by === 'SCIM') await provisionSecond()
    else
      await portal.database.read
        .insertInto('identity_link')
        .values({
          ...{ connection_id: connections[0] ?? '', account_id: accountId, expected: 'leo' },
          ...{ created_at: now, confirmed_at: now, asked_by: await findId('ADMIN001') },
        })
        .execute()
    await setOthersLocked(now)
    // The other administrator signs in through the plan's provider.
    const link = { connection_id: connections[1] ?? '', account_id: await findId('ADMIN001'), expected: null }
    await portal.database.read
      .insertInto('identity_link')
      .values({ ...link, issuer: provider.issuer, subject: 'x', created_at: now, linked_at: now, confirmed_at: now })
      .execute()
    expect((await signIn('leo')).status).toBe(403)
    expect(await readLatest()).toEqual(['account-refused', 'last administrator with a password'])
    const linked = portal.database.read.selectFrom('identity_link').selectAll().where('subject', '=', 'sub-leo')
    expect(await linked.execute()).toEqual([])
    await portal.database.read.deleteFrom('identity_link').where('subject', '=', 'x').execute()
    await setOthersLocked(null)
    expect((await signIn('leo')).headers.get('location')).toBe('/')
    await portal.database.read.deleteFrom('identity_link').execute()
    await sql`delete from scim_user where user_key = 'leo'`.execute(portal.database.read)
  },
)

test('OS-61 a first sign-in refused for rights beyond the brand links no one, and the person keeps their password', async () => {
  await provisionSecond()
  expect((await signIn('leo', connections[2])).status).toBe(403)
  expect(await readLatest(connections[2])).toEqual(['account-refused', 'rights beyond the brand'])
  expect(await portal.database.read.selectFrom('identity_link').selectAll().execute()).toEqual([])
  await signInClient(portal.origin, 'ADMIN002')
  await sql`delete from scim_user where user_key = 'leo'`.execute(portal.database.read)
})

test('OS-61 AD-2 a brand keeps its last administrator with a password if no administrator of all brands with one can get in', async () => {
  const accountId = await findId('ADMIN002')
  const others = await portal.database.read
    .deleteFrom('staff_brand')
    .where('account_id', '=', accountId)
    .where('brand', '!=', 'hmbcbs')
    .returningAll()
    .execute()
  await provisionSecond()
  await setOthersLocked(new Date())
  // The administrator of all brands signs in through the plan's provider.
  const link = { connection_id: connections[1] ?? '', account_id: await findId('ADMIN001'), expected: null }
  const now = new Date()
  await portal.database.read
    .insertInto('identity_link')
    .values({ ...link, issuer: provider.issuer, subject: 'x', created_at: now, linked_at: now, confirmed_at: now })
    .execute()
  const params = { accountId }
  const demoted = { kind: 'other' as const, entitlements: ['audit' as const], brands: ['hmbcbs'] }
  const refusals = [
    await make(first, calls.expectPerson, {
      params: { connectionId: connections[2] ?? '' },
      body: { loginId: 'ADMIN002', expected: 'leo' },
    }),
    await make(first, changeStaffRights, { params, body: demoted }),
    await make(first, endStaff, { params }),
  ]
  for (const answer of refusals) expect(listErrorCodes(answer)).toEqual(['CONFLICT', 'LAST-ADMINISTRATOR'])
  expect((await signIn('leo', connections[2])).status).toBe(403)
  expect(await readLatest(connections[2])).toEqual(['account-refused', 'last administrator with a password'])
  const linked = portal.database.read.selectFrom('identity_link').selectAll().where('subject', '=', 'sub-leo')
  expect(await linked.execute()).toEqual([])
  await portal.database.read.deleteFrom('identity_link').where('subject', '=', 'x').execute()
  // An administrator of all brands counts.
  expect((await signIn('leo', connections[2])).headers.get('location')).toBe('/')
  // A linked administrator is no way in, and may be ended.
  expect((await make(first, endStaff, { params })).status).toBe(200)
  await setOthersLocked(null)
  expect(others.map(({ brand }) => brand)).toContain('ALL')
})

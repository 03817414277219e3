import * as calls from '@portico/contract/calls/connections'
import { validateSession } from '@portico/contract/calls/identity'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, signInClient } from '../../../test/client.ts'
import { countWaiting } from '../../../test/gate.ts'
import { type OddProvider, startOddProvider, switchOn } from '../../../test/odd-provider.ts'
import { testPortal } from '../../../test/portal.ts'
import { eventsWith } from '../../../test/rows.ts'
import { lockAdministration } from '../rights/administrators-statement.ts'

const portal = testPortal()
let first: Client
let provider: OddProvider
/** Connections, by whether they create people. */
const made = { on: '', off: '' }

const settings = (makesPeople?: boolean) => ({
  ...{ kind: 'oidc' as const, nameClaim: 'preferred_username', groupsClaim: 'groups', trustsFactor: false },
  ...{ factorValues: [], issuer: provider.issuer, clientId: 'portico', ...(makesPeople && { makesPeople }) },
})

beforeAll(async () => {
  provider = await startOddProvider()
  first = await signInClient(portal.origin, 'ADMIN001')
  for (const name of ['on', 'off'] as const) {
    const body = { name, brand: 'hmbcbs', audience: 'staff' as const, domains: [], settings: settings(name === 'on') }
    const answer = await make(first, calls.makeConnection, { body })
    made[name] = answer.body.payload.connections.find((one) => one.name === name)?.connectionId ?? ''
    await switchOn(portal.database, made[name])
  }
})
afterAll(() => provider.close())

async function begin(name: string, { by = made.on, more = {} }: { by?: string; more?: object } = {}) {
  const client = new Client(portal.origin)
  const to = new URL((await client.get(`/sso/${by}/start`)).headers.get('location') ?? '')
  const { nonce = '', state = '' } = Object.fromEntries(to.searchParams)
  const claims = { iss: provider.issuer, aud: 'portico', sub: `sub ${name}`, preferred_username: name, ...more }
  const token = (own: string) =>
    new SignJWT({ ...claims, nonce: own })
      .setProtectedHeader({ alg: 'RS256', kid: provider.kid })
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(provider.privateKey)
  const finish = async () => {
    const answer = await client.get(`/sso/${by}/answer?${new URLSearchParams({ code: 'a-code', state })}`)
    return { client, status: answer.status, page: String(answer.body.payload) }
  }
  return { nonce, token, finish }
}
async function signIn(...given: Parameters<typeof begin>) {
  const { nonce, token, finish } = await begin(...given)
  provider.answerWith(() => token(nonce))
  return finish()
}
const findPeople = (loginId: string) =>
  portal.database.read.selectFrom('account').selectAll().where('login_id', '=', loginId).execute()
const readLatest = async (id = made.on) => {
  const { connections } = (await make(first, calls.listConnections, {})).body.payload
  const { outcome, detail } = connections.find((one) => one.connectionId === id)?.attempts[0] ?? {}
  return [outcome, detail]
}

test('OS-61 no account is created if the connection does not allow it', async () => {
  expect((await signIn('nobody.off', { by: made.off })).status).toBe(403)
  expect(await readLatest(made.off)).toEqual(['not-linked', null])
  expect(await findPeople('NOBODY.OFF')).toEqual([])
})

test('OS-61 a connection that allows it creates an account without rights, and says that an administrator must give them', async () => {
  const { client, status, page } = await signIn('new.one', { more: { given_name: 'Noa', family_name: 'Newman' } })
  expect([status, client.cookies.has('LtpaToken2')]).toEqual([403, false])
  expect(page).toMatch(/administrator/)
  expect(page).toMatch(/account/)
  const [account, ...others] = await findPeople('NEW.ONE')
  expect(others).toEqual([])
  expect(account).toMatchObject({
    ...{ role: 'INTERNAL', brand: 'hmbcbs', entitlements: [], first_name: 'Noa', last_name: 'Newman' },
    ...{ temporary_password: true, email: '' },
  })
  const accountId = account?.account_id ?? ''
  const brands = await sql`select from staff_brand where account_id = ${accountId}`.execute(portal.database.read)
  expect(brands.rows).toEqual([])
  const { connections } = (await make(first, calls.listConnections, {})).body.payload
  const attempts = connections.find(({ connectionId }) => connectionId === made.on)?.attempts ?? []
  expect(attempts.map(({ outcome }) => outcome).sort()).toEqual(['account-waiting', 'linked'])
  expect(await eventsWith(portal.database, { action: 'staff.create', record_id: accountId })).toMatchObject([
    { actor_account_id: null, actor_login_id: 'Sign-in on', outcome: 'done' },
  ])
  // The same person again: once an administrator has given them rights, they get in.
  expect((await signIn('new.one')).status).toBe(403)
  expect(await findPeople('NEW.ONE')).toHaveLength(1)
  await sql`update account set entitlements = '["answer"]' where account_id = ${accountId}`.execute(
    portal.database.read,
  )
  const later = await signIn('new.one')
  expect((await make(later.client, validateSession, {})).status).toBe(200)
})

test('OS-61 OS-67 a new account gets the rights of its groups, like any other', async () => {
  await signIn('first.group', { more: { groups: ['Desk'] } })
  await sql`update scim_group set entitlements = '["answer"]', brands = '["hmbcbs"]' where display_name = 'Desk'`.execute(
    portal.database.read,
  )
  const { client } = await signIn('second.group', { more: { groups: ['Desk'] } })
  expect((await make(client, validateSession, {})).status).toBe(200)
  expect(await findPeople('SECOND.GROUP')).toMatchObject([{ entitlements: ['answer'] }])
})

test('OS-61 two concurrent first sign-ins of one person create one account', async () => {
  const one = await begin('two.at.once')
  const other = await begin('two.at.once')
  const { both } = await portal.database.transaction(async (tx) => {
    await lockAdministration(tx)
    const started: ReturnType<typeof one.finish>[] = []
    for (const { nonce, token, finish } of [one, other]) {
      provider.answerWith(() => token(nonce))
      started.push(finish())
      await expect.poll(() => countWaiting(tx), { interval: 2 }).toBe(started.length)
    }
    return { both: started }
  })
  for (const { page } of await Promise.all(both)) expect(page).toMatch(/administrator of this portal/)
  expect((await signIn('two.at.once')).status).toBe(403)
  const people = await findPeople('TWO.AT.ONCE')
  expect(people).toHaveLength(1)
  const links = portal.database.read.selectFrom('identity_link').selectAll().where('subject', '=', 'sub two.at.once')
  expect(await links.execute()).toMatchObject([{ account_id: people[0]?.account_id }])
})

test.each([
  ['of someone here', 'csrrep01', 'login ID of someone else'],
  ['that is none', 'two words', 'no login ID'],
])('OS-61 a login ID %s creates no account, and lets in nobody', async (_what, name, detail) => {
  const before = await portal.database.read.selectFrom('account').select('account_id').execute()
  const { client, status } = await signIn(name)
  expect([status, client.cookies.has('LtpaToken2')]).toEqual([403, false])
  expect(await readLatest()).toEqual(['account-refused', detail])
  expect(await portal.database.read.selectFrom('account').select('account_id').execute()).toHaveLength(before.length)
})

test.each([
  [
    'of whom SCIM has ended',
    async () => {
      const [someone] = await findPeople('CSRREP02')
      await sql`insert into scim_user (user_id, brand, audience, account_id, user_name, user_key, external_id, active, barred, agencies, version, created_at, changed_at)
      values (gen_random_uuid(), 'hmbcbs', 'staff', ${someone?.account_id}, 'gone', 'gone', 'known.name', false, false, '[]', 1, now(), now())`.execute(
        portal.database.read,
      )
    },
  ],
  [
    'that waits for a second administrator',
    async () => {
      await sql`delete from scim_user where user_key = 'gone'`.execute(portal.database.read)
      const body = { loginId: 'CSRREP02', expected: 'known.name' }
      expect((await make(first, calls.expectPerson, { params: { connectionId: made.on }, body })).status).toBe(200)
    },
  ],
] as const)('OS-61 a name %s creates no account', async (_what, know) => {
  await know()
  expect((await signIn('known.name')).status).toBe(403)
  expect(await readLatest()).toEqual(['not-linked', null])
  expect(await findPeople('KNOWN.NAME')).toEqual([])
})

test.each(['agents', 'members'] as const)('OS-61 a connection for %s creates no accounts', async (audience) => {
  const body = { name: audience, brand: 'hmbcbs', audience, domains: [], settings: settings(true) }
  expect((await make(first, calls.makeConnection, { body })).status).toBe(400)
})

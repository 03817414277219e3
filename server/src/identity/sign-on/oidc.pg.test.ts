import {
  beginAuthenticator,
  removeAuthenticator,
  stepUp,
  stepUpOptions,
} from '@portico/contract/calls/account-security'
import * as staffCalls from '@portico/contract/calls/administration'
import * as calls from '@portico/contract/calls/connections'
import { getUserInfo, logout } from '@portico/contract/calls/identity'
import * as provisioningCalls from '@portico/contract/calls/provisioning'
import type { Entitlement } from '@portico/rules/staff/entitlements'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, signInClient } from '../../../test/client.ts'
import { isAwaited } from '../../../test/gate.ts'
import { type IdentityProvider, startIdentityProvider } from '../../../test/identity-provider.ts'
import { testPortal } from '../../../test/portal.ts'
import { addProvider, startProvider } from '../../../test/provisioned.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { addAuthenticator, appCode } from '../../../test/second-factor.ts'
import { listStatements } from '../../../test/statement-plans.ts'
import { demoPassword } from '../../demo/demo/load.ts'
import { hashSecret } from '../tokens/secrets.ts'

const portal = testPortal()
let first: Client
let second: Client
let provider: IdentityProvider
let connectionId: string
const clientId = 'portico'
const secret = 'a secret that the provider gave us'

const settings = () => ({
  kind: 'oidc' as const,
  nameClaim: 'preferred_username',
  groupsClaim: 'groups',
  trustsFactor: true,
  factorValues: ['mfa'],
  issuer: provider.issuer,
  clientId,
})
const dana = { sub: 'u-1', preferred_username: 'dana', name: 'Dana Reyes', groups: ['Desk'] }
const listShown = async (client = first) =>
  (await make(client, calls.listConnections, {})).body.payload.connections.find(
    (one) => one.connectionId === connectionId,
  )
const decide = (client: Client, version: string, confirm = true) =>
  make(client, calls.decideConnection, { params: { connectionId, version }, body: { confirm } })

beforeAll(async () => {
  first = await signInClient(portal.origin, 'ADMIN001')
  second = await signInClient(portal.origin, 'ADMIN002')
  // The provider needs our address, and the connection needs the provider's.
  provider = await startIdentityProvider({ clientId, secret, redirectUri: 'http://placeholder.example/' })
  const body = { name: 'Employees', brand: 'hmbcbs', audience: 'staff' as const, domains: ['plan.example'] }
  const made = await make(first, calls.makeConnection, { body: { ...body, settings: settings(), secret } })
  expect(made.status).toBe(201)
  connectionId = made.body.payload.connections.find(({ name }) => name === 'Employees')?.connectionId ?? ''
  await provider.close()
  const { answer: redirectUri = '' } = (await listShown())?.addresses ?? {}
  provider = await startIdentityProvider({ clientId, secret, redirectUri })
  const params = { connectionId }
  await make(first, calls.changeConnection, {
    params,
    body: { domains: ['plan.example'], settings: settings(), secret },
  })
})
afterAll(() => provider.close())

/** Begins in a browser; returns the provider's address. */
async function begin(client: Client): Promise<string> {
  const answer = await client.get(`/sso/${connectionId}/start`)
  expect(answer.status).toBe(302)
  return answer.headers.get('location') ?? ''
}
const comeBack = (client: Client, { pathname, search }: URL) => client.get(`${pathname}${search}`)
async function signIn(
  person: Parameters<IdentityProvider['visit']>[1] = dana,
  also: { readonly amr: readonly string[] } = { amr: ['mfa'] },
) {
  const client = new Client(portal.origin)
  const answer = await comeBack(client, await provider.visit(await begin(client), person, also))
  return { client, answer }
}
const listOutcomes = async () => (await listShown())?.attempts.map(({ outcome, detail }) => [outcome, detail])

describe('OS-60 a connection', () => {
  test('is off until it was tested and another administrator confirms it; a test lets no one in and shows what arrived', async () => {
    expect((await new Client(portal.origin).get(`/sso/${connectionId}/start`)).status).toBe(404)
    expect((await decide(second, '2')).status).toBe(409)
    const { to } = (await make(first, calls.tryConnection, { params: { connectionId, version: '2' } })).body.payload
    const visitor = new Client(portal.origin)
    visitor.cookies.set('providerBrowser', first.cookies.get('providerBrowser') ?? '')
    const back = await provider.visit(to, dana, { amr: ['mfa'] })
    const answer = await comeBack(visitor, back)
    expect(answer.headers.get('location')).toBe('/msg/#!/administration/connections')
    expect(visitor.cookies.has('LtpaToken2')).toBe(false)
    const arrived = (await listShown())?.waiting?.arrived ?? []
    expect(arrived).toContainEqual({ name: 'groups', values: ['Desk'] })
    expect(arrived).toContainEqual({ name: '(subject)', values: ['u-1'] })
    expect(JSON.stringify(await listShown())).not.toContain(secret)

    expect((await decide(first, '2')).status).toBe(409)
    expect((await decide(second, '2')).status).toBe(200)
    expect(await listShown()).toMatchObject({ live: { version: 2, hasSecret: true, arrived: null }, waiting: null })
  })

  test('SI-13 OS-60 trying a version that does not wait anymore answers 404, and the log does not say that it was tried', async () => {
    const late = await make(first, calls.tryConnection, { params: { connectionId, version: '2' } })
    expect(late.status).toBe(404)
    expect(await listAuditedActions(portal.database, late)).toEqual([])
  })

  test('keeps its secret only in sealed form', async () => {
    const kept = await portal.database.read.selectFrom('identity_version').selectAll().execute()
    expect(kept.length).toBeGreaterThan(0)
    for (const { secret: sealed } of kept) expect(sealed?.includes(secret)).toBe(false)
  })

  test.each([
    ['an issuer without TLS', { issuer: 'http://login.plan.example' }, 'issuer'],
    ['an e-mail address to recognize people by', { nameClaim: 'email' }, 'nameClaim'],
    ['no client', { clientId: '' }, 'clientId'],
  ])('OS-61 is refused with %s', async (_what, wrong, field) => {
    const body = {
      name: 'Wrong',
      brand: 'ALL',
      audience: 'staff' as const,
      domains: [],
      settings: { ...settings(), ...wrong },
    }
    const answer = await make(first, calls.makeConnection, { body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ field }))
  })

  test('is found by the domain of a login ID', async () => {
    const openPage = async (brand: string) => {
      const client = new Client(portal.origin)
      await client.get(`/login/?defBrand=${brand}`, { headers: { accept: 'text/html' } })
      return client
    }
    const ask = async (domain: string, brand = 'hmbcbs') =>
      (await make(await openPage(brand), calls.findSignInWay, { body: { domain } })).body.payload.to
    expect(await ask('plan.example')).toBe(`/sso/${connectionId}/start`)
    expect(await ask('PLAN.example')).toBe(`/sso/${connectionId}/start`)
    expect(await ask('elsewhere.example')).toBeNull()
    expect(await ask('plan.example', 'ndbcbs')).toBeNull()
    expect(await ask("'; drop")).toBeNull()
  })
})

describe('OS-61 a person’s identity', () => {
  test('nobody is let in by their e-mail address or name alone', async () => {
    const { client, answer } = await signIn({ ...dana, email: 'dana@plan.example', email_verified: true })
    expect(answer.status).toBe(403)
    expect(client.cookies.has('LtpaToken2')).toBe(false)
    expect((await listOutcomes())?.[0]).toEqual(['not-linked', null])
  })

  test('several names that belong to several people are no one’s', async () => {
    const expected = { CSRREP01: 'ana', CSRREP02: 'ben' }
    for (const [loginId, name] of Object.entries(expected))
      for (const client of [first, second])
        await make(client, calls.expectPerson, { params: { connectionId }, body: { loginId, expected: name } })
    const { answer, client } = await signIn({ ...dana, sub: 'u-3', preferred_username: ['ana', 'ben'] })
    expect([answer.status, client.cookies.has('LtpaToken2')]).toEqual([403, false])
    expect((await listOutcomes())?.[0]).toEqual(['not-linked', null])
    const linked = (await listShown())?.people.filter(({ loginId }) => Object.hasOwn(expected, loginId))
    expect(linked?.map(({ waits, linkedAt }) => [waits, linkedAt])).toEqual([
      [false, null],
      [false, null],
    ])
    await portal.database.read.deleteFrom('identity_link').where('connection_id', '=', connectionId).execute()
  })

  test('two administrators decide whose a name is; the first sign-in links it permanently, and from then on only the subject counts', async () => {
    const params = { connectionId }
    const body = { loginId: 'csrrep01', expected: 'dana' }
    await make(first, calls.expectPerson, { params, body })
    await make(first, calls.expectPerson, { params, body })
    expect((await signIn()).answer.status).toBe(403)
    await make(second, calls.expectPerson, { params, body })
    const { client, answer } = await signIn()
    expect(answer.headers.get('location')).toBe('/')
    expect(client.cookies.has('LtpaToken2')).toBe(true)
    expect((await listShown())?.people[0]).toMatchObject({ loginId: 'CSRREP01', waits: false })
    expect((await listShown())?.people[0]?.linkedAt).not.toBeNull()

    expect((await signIn({ ...dana, sub: 'u-2' })).answer.status).toBe(403)
    expect((await signIn({ ...dana, preferred_username: 'renamed' })).answer.headers.get('location')).toBe('/')
  })

  test('ER-3 a linked account has no password with us', async () => {
    const answer = await new Client(portal.origin).signIn('CSRREP01')
    expect(answer.status).toBe(401)
    expect(answer.body.errors?.map(({ errorMessage }) => errorMessage)).toEqual(['EMP-LOGIN-SHOP', 'SSO'])
    const client = new Client(portal.origin)
    await client.get('/login/?defBrand=hmbcbs', { headers: { accept: 'text/html' } })
    expect((await client.get('/sso')).headers.get('location')).toBe('/sso/choose?for=staff')
    expect((await client.get('/sso/choose?for=staff')).headers.get('location')).toBe(`/sso/${connectionId}/start`)
  })

  test('a connection for staff cannot name a member', async () => {
    const body = { loginId: 'MEMBER01', expected: 'eve' }
    expect((await make(first, calls.expectPerson, { params: { connectionId }, body })).status).toBe(400)
  })
})

describe('OS-67 groups that arrive at sign-in', () => {
  const readRights = async () =>
    (await make(first, staffCalls.searchStaff, { body: { text: 'CSRREP01' } })).body.payload.people.find(
      ({ loginId }) => loginId === 'CSRREP01',
    )
  const listGroups = async () =>
    (await make(first, provisioningCalls.readProvisioning, {})).body.payload.groups.filter(({ name }) =>
      ['Desk', 'Bosses'].includes(name),
    )
  const give = async (name: string, entitlements: readonly Entitlement[], brands = ['hmbcbs']) => {
    const groupId = (await listGroups()).find((one) => one.name === name)?.groupId ?? ''
    const body = { entitlements: [...entitlements], brands }
    const asked = await make(first, provisioningCalls.changeScimGroup, { params: { groupId }, body })
    const { requests } = (await make(second, staffCalls.searchStaff, { body: {} })).body.payload
    const requestId = requests.find((one) => one.name === name)?.requestId
    if (requestId === undefined) return asked
    return make(second, staffCalls.decideStaffRequest, { params: { requestId }, body: { confirm: true } })
  }

  test('mean nothing before two administrators decide what; then joining and leaving takes effect at sign-in', async () => {
    const before = await readRights()
    await signIn({ ...dana, groups: ['Desk'] })
    expect(await listGroups()).toEqual([
      expect.objectContaining({ name: 'Desk', people: 1, names: ['CSRREP01'], entitlements: [] }),
    ])
    expect((await readRights())?.entitlements).toEqual(before?.entitlements)
    expect((await give('Desk', ['answer'])).status).toBe(200)
    expect(await readRights()).toMatchObject({ entitlements: ['answer'], brands: ['hmbcbs'] })

    await signIn({ ...dana, groups: ['Desk', 'Bosses'] })
    expect((await give('Bosses', ['supervise'])).status).toBe(200)
    expect((await readRights())?.entitlements).toEqual(['answer', 'supervise'])
    const { client } = await signIn({ ...dana, groups: ['Desk'] })
    expect((await readRights())?.entitlements).toEqual(['answer'])
    expect(client.cookies.has('LtpaToken2')).toBe(true)
    await signIn({ ...dana, groups: [] })
    expect(await readRights()).toMatchObject({ entitlements: [], brands: [] })
    await signIn({ ...dana, groups: ['Desk'] })
    expect((await readRights())?.entitlements).toEqual(['answer'])
  })

  const elsewhere = {
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: 'https://graph.plan.example/users/u-1/getMemberObjects' } },
  }
  const manyGroups = Array.from({ length: 501 }, (_, at) => `Group ${at}`)

  test.each<[string, object]>([
    ['to send, so that they are to be fetched elsewhere', { groups: undefined, ...elsewhere }],
    ['to send, so that it only says that there are some', { groups: undefined, hasgroups: true }],
    ['to take', { groups: manyGroups }],
  ])(
    'that are too many %s give and take nothing: whoever is in them is told so, and is not let in',
    async (_what, sent) => {
      const { client: before } = await signIn({ ...dana, groups: ['Desk'] })
      const { client, answer } = await signIn({ ...dana, ...sent })
      expect([answer.status, client.cookies.has('LtpaToken2')]).toEqual([403, false])
      expect(answer.bytes.toString()).toContain('in more groups at your organization than its sign-in can tell us')
      expect((await listOutcomes())?.[0]).toEqual(['groups-omitted', null])
      expect(await readRights()).toMatchObject({ entitlements: ['answer'], brands: ['hmbcbs'] })
      expect((await make(before, getUserInfo, {})).status).toBe(200)
      expect((await listGroups()).find(({ name }) => name === 'Desk')?.names).toEqual(['CSRREP01'])
    },
  )

  test('that are too many to send show in a test; a person in none has none', async () => {
    const body = { domains: [], settings: settings(), secret }
    await make(first, calls.changeConnection, { params: { connectionId }, body })
    const params = { connectionId, version: String((await listShown())?.waiting?.version) }
    const tryAs = async (sent: object) => {
      const { to } = (await make(first, calls.tryConnection, { params })).body.payload
      const back = await provider.visit(to, { ...dana, groups: undefined, ...sent })
      expect((await comeBack(first.copy(), back)).headers.get('location')).toBe('/msg/#!/administration/connections')
      return (await listShown())?.waiting
    }
    const waiting = await tryAs(elsewhere)
    expect(waiting?.omitsGroups).toBe(true)
    expect(waiting?.arrived?.map(({ name }) => name)).not.toContain('(too many groups)')
    expect((await tryAs({}))?.omitsGroups).toBe(false)
    // Shows what two administrators have assigned to a group before it counts, and that a new group gives nothing.
    const fresh = `New ${crypto.randomUUID()}`
    const means = (await tryAs({ groups: [fresh, 'Desk'] }))?.means
    expect(means).toEqual([
      { group: 'Desk', entitlements: ['answer'], brands: ['hmbcbs'] },
      { group: fresh, entitlements: [], brands: [] },
    ])
    // Administrators can assign something before the settings are live.
    const { groups } = (await make(first, provisioningCalls.readProvisioning, {})).body.payload
    expect(groups.find(({ name }) => name === fresh)).toMatchObject({ people: 0, entitlements: [], brands: [] })
    expect((await decide(first, params.version, false)).status).toBe(200)
    expect((await listShown())?.live?.omitsGroups).toBe(false)
  })

  test('mean nothing once the connection no longer reads them', async () => {
    const read = (claim: string) =>
      sql`update identity_version set settings = settings || jsonb_build_object('groupsClaim', ${claim}::text)
        where connection_id = ${connectionId}`.execute(portal.database.read)
    await read('')
    expect((await signIn({ ...dana, groups: manyGroups })).answer.headers.get('location')).toBe('/')
    expect(await readRights()).toMatchObject({ entitlements: [], brands: [] })
    await read('groups')
    await signIn({ ...dana, groups: ['Desk'] })
    expect((await readRights())?.entitlements).toEqual(['answer'])
  })

  test('the last administrator keeps a group’s rights only until there is another one', async () => {
    const mean = (entitlements: string, brands: string) =>
      sql`update scim_group set entitlements = ${entitlements}::jsonb, brands = ${brands}::jsonb
        where display_name = 'Desk' and connection_id = ${connectionId}`.execute(portal.database.read)
    const leave = async () => {
      await signIn({ ...dana, groups: [] })
      const account = portal.database.read.selectFrom('account').select('entitlements')
      return (await account.where('login_id', '=', 'CSRREP01').executeTakeFirst())?.entitlements
    }
    await signIn({ ...dana, groups: [] })
    await mean('["administer"]', '["ALL"]')
    await signIn({ ...dana, groups: ['Desk'] })
    await sql`update account set locked_at = '2001-01-01' where role = 'INTERNAL' and login_id <> 'CSRREP01'
      and locked_at is null and entitlements @> '["administer"]'`.execute(portal.database.read)
    expect(await leave()).toEqual(['administer'])
    await sql`update account set locked_at = null where locked_at = '2001-01-01'`.execute(portal.database.read)
    expect(await leave()).toEqual([])
    await mean('["answer"]', '["hmbcbs"]')
    await signIn({ ...dana, groups: ['Desk'] })
  })

  test('give nothing beyond the connection’s brand', async () => {
    expect((await give('Bosses', ['supervise'], ['hmbcbs', 'ndbcbs'])).status).toBe(409)
    expect((await give('Bosses', ['supervise'], ['ALL'])).status).toBe(409)
  })
})

describe('OS-66 a person whom the plan manages by SCIM', () => {
  test('gets in under their name there at their first sign-in, without anyone typing it, until their access ends', async () => {
    const { secret } = await addProvider(portal.database, 'hmbcbs')
    const scim = startProvider(portal.origin, 'hmbcbs', secret)
    const { body } = await scim('POST', '/Users', { userName: 'ida.known' })
    const ida = { sub: 'u-90', preferred_username: 'ida.known', name: 'Ida', groups: [] }
    expect((await signIn({ ...ida, preferred_username: 'ida' })).answer.status).toBe(403)
    const { answer, client } = await signIn(ida)
    expect(answer.headers.get('location')).toBe('/')
    // Nobody without a password here is asked for a new one.
    expect((await make(client, getUserInfo, {})).status).toBe(200)
    expect((await signIn({ ...ida, sub: 'u-91' })).answer.status).toBe(403)
    await scim('PATCH', `/Users/${body.id}`, { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] })
    expect((await signIn(ida)).answer.status).toBe(403)
  })
})

describe('OS-62 OpenID Connect', () => {
  const isRefused = async (answer: { readonly status: number }, outcome: string, status = 403) => {
    expect(answer.status).toBe(status)
    expect((await listOutcomes())?.[0]?.[0]).toBe(outcome)
  }

  test('an answer sent twice, from another browser, or without a sign-in lets no one in', async () => {
    const client = new Client(portal.origin)
    const back = await provider.visit(await begin(client), dana, { amr: ['mfa'] })
    await isRefused(await comeBack(new Client(portal.origin), back), 'other-browser')
    expect((await comeBack(client, back)).headers.get('location')).toBe('/')
    await isRefused(await comeBack(client, back), 'answer-repeated')
    const other = new URL(back)
    other.searchParams.set('state', `_${'x'.repeat(43)}`)
    await isRefused(await comeBack(client, other), 'answer-invalid')
  })

  test('OS-60 a sign-in sends three statements, and opens no transaction around them', async () => {
    const counts: number[] = []
    // Background work only adds to them.
    for (let run = 0; run < 5; run += 1) {
      const sent = await listStatements(async () => {
        expect((await signIn()).answer.status).toBe(302)
      })
      counts.push(sent.length)
    }
    expect(Math.min(...counts)).toBe(3)
  })

  test('two tabs of one browser may both begin, and each finishes its own', async () => {
    const client = new Client(portal.origin)
    const [one, two] = [await begin(client), await begin(client)]
    const [backOne, backTwo] = [await provider.visit(one, dana), await provider.visit(two, dana)]
    expect((await comeBack(client, backTwo)).status).toBe(302)
    expect((await comeBack(client, backOne)).status).toBe(302)
  })

  test('OS-60 OS-67 someone whom the provider remembers and we do not let in may begin there as someone else', async () => {
    const many = { ...dana, groups: undefined, hasgroups: true }
    for (const [person, outcome] of [
      [many, 'groups-omitted'],
      [{ sub: 'u-nobody', preferred_username: 'nobody' }, 'not-linked'],
    ] as const) {
      const { answer, client } = await signIn(person)
      await isRefused(answer, outcome)
      const other = `/sso/${connectionId}/start?as=another`
      expect(answer.bytes.toString()).toContain(`<a href="${other}">Sign in as someone else</a>`)
      const to = new URL((await client.get(other)).headers.get('location') ?? '')
      expect([to.searchParams.get('prompt'), to.searchParams.get('max_age')]).toEqual(['login', '0'])
      expect((await comeBack(client, await provider.visit(to.href, dana))).headers.get('location')).toBe('/')
    }
    // If the provider fails, someone else would get the same failure.
    const client = new Client(portal.origin)
    const state = new URL(await begin(client)).searchParams.get('state') ?? ''
    const late = await client.get(`/sso/${connectionId}/answer?state=${state}x`)
    expect(late.bytes.toString()).not.toContain('someone else')
  })

  test('one tab’s code does not work with another’s state, nor with another issuer', async () => {
    const client = new Client(portal.origin)
    const [one, two] = [await begin(client), await begin(client)]
    const back = await provider.visit(one, dana)
    const mixed = new URL(back)
    mixed.searchParams.set('state', new URL(two).searchParams.get('state') ?? '')
    expect((await comeBack(client, mixed)).status).toBe(403)
    const elsewhere = new URL(back)
    elsewhere.searchParams.set('iss', 'https://attacker.example')
    await isRefused(await comeBack(client, elsewhere), 'answer-invalid')
  })

  test('the provider’s refusal is shown, and is in no address or log', async () => {
    const client = new Client(portal.origin)
    const state = new URL(await begin(client)).searchParams.get('state') ?? ''
    const query = new URLSearchParams({
      error: 'access_denied',
      error_description: 'secret reason',
      state,
      iss: provider.issuer,
    })
    client.cookies.set('fontSize', 'largest')
    const answer = await client.get(`/sso/${connectionId}/answer?${query}`)
    await isRefused(answer, 'provider-refused')
    // HD-7: in the font size that they chose.
    expect(answer.bytes.toString()).toContain('data-font-size="largest"')
    expect((await listOutcomes())?.[0]?.[1]).toBe('access_denied')
    expect(answer.bytes.toString()).not.toContain('secret reason')
  })

  test('a provider that is down, answers nonsense, or leads elsewhere lets no one in', async () => {
    const client = new Client(portal.origin)
    for (const body of [
      'nonsense',
      '{}',
      '{"error":"server_error"}',
      '{"access_token":"x","token_type":"Bearer","id_token":"x.y.z"}',
    ]) {
      const back = await provider.visit(await begin(client), dana)
      provider.interceptWith = (path) => (path.startsWith('/token') ? { status: 200, body } : null)
      expect((await comeBack(client, back)).status).toBe(403)
      provider.interceptWith = null
    }
    const back = await provider.visit(await begin(client), dana)
    provider.interceptWith = (path) =>
      path.startsWith('/token') ? { status: 200, body: 'x'.repeat(600 * 1024) } : null
    expect((await comeBack(client, back)).status).toBeGreaterThanOrEqual(403)
    provider.interceptWith = null
    expect(client.cookies.has('LtpaToken2')).toBe(false)
  })

  test('keys changed during a sign-in do not stop it', async () => {
    await provider.rotateKeys()
    expect((await signIn()).answer.headers.get('location')).toBe('/')
  })

  test('OS-62 its keys are fetched once, and again for an unknown one', async () => {
    let asked = 0
    provider.interceptWith = (path) => {
      if (path.startsWith('/jwks')) asked += 1
      return null
    }
    for (let times = 0; times < 3; times += 1) expect((await signIn()).answer.headers.get('location')).toBe('/')
    expect(asked).toBe(0)
    await provider.rotateKeys()
    for (let times = 0; times < 3; times += 1) expect((await signIn()).answer.headers.get('location')).toBe('/')
    expect(asked).toBe(1)
    provider.interceptWith = null
  })

  test('our second factor is skipped only if the provider says that it required one', async () => {
    const { client } = await signIn()
    const { secret: appSecret } = await addAuthenticator(client)
    expect((await signIn(dana, { amr: ['mfa'] })).answer.headers.get('location')).toBe('/')
    const { client: half, answer } = await signIn(dana, { amr: ['pwd'] })
    expect(answer.headers.get('location')).toBe('/sso/code')
    expect(half.cookies.has('LtpaToken2')).toBe(false)
    const enter = (code: string) => half.send('POST', '/sso/code', { form: { code } })
    expect((await enter('000000')).status).toBe(401)
    expect(half.cookies.has('LtpaToken2')).toBe(false)
    const done = await enter(appCode(appSecret, 1))
    expect([done.status, done.headers.get('location')]).toEqual([303, '/'])
    expect(half.cookies.has('LtpaToken2')).toBe(true)
    await portal.database.read.deleteFrom('authenticator').execute()
  })

  test('a session after our own code still belongs to the connection, and ends with it', async () => {
    const { client } = await signIn()
    const { secret: appSecret } = await addAuthenticator(client)
    const { client: half } = await signIn(dana, { amr: ['pwd'] })
    await half.send('POST', '/sso/code', { form: { code: appCode(appSecret, 1) } })
    const open = await portal.database.read
      .selectFrom('session')
      .select('method')
      .where('connection_id', '=', connectionId)
      .where('ended_at', 'is', null)
      .where('method', '=', 'second-factor')
      .execute()
    expect(open.length).toBeGreaterThan(0)
    await portal.database.read.deleteFrom('authenticator').execute()
  })

  describe('before a sensitive change, at the provider', () => {
    const age = () =>
      sql`update session set authenticated_at = now() - interval '1 hour' where connection_id is not null`.execute(
        portal.database.read,
      )
    const change = async (client: Client) => (await make(client, beginAuthenticator, {})).body.errors?.[0]?.errorMessage
    const askAgain = async (client: Client) => {
      const { provider: at } = (await make(client, stepUpOptions, {})).body.payload
      return (await client.get(at?.to ?? '')).headers.get('location') ?? ''
    }

    test('people prove their identity again: the provider asks again, and only their own session continues', async () => {
      const { client } = await signIn(dana, { amr: ['pwd'] })
      const { client: otherClient } = await signIn(dana, { amr: ['pwd'] })
      await age()
      expect(await change(client)).toBe('STEP-UP-REQUIRED')
      const options = (await make(client, stepUpOptions, {})).body.payload
      expect(options).toMatchObject({
        password: false,
        provider: { name: 'Employees', to: `/sso/${connectionId}/confirm` },
      })
      const to = await askAgain(client)
      expect(new URL(to).searchParams.get('max_age')).toBe('0')
      expect(new URL(to).searchParams.get('prompt')).toBe('login')
      const answer = await comeBack(client, await provider.visit(to, dana, { amr: ['pwd'] }))
      expect([answer.status, answer.bytes.toString()]).toEqual([200, expect.stringContaining('You have confirmed')])
      expect(await change(client)).toBe(undefined)
      expect(await change(otherClient)).toBe('STEP-UP-REQUIRED')
      const after = (await make(client, stepUpOptions, {})).body.payload
      expect(after.authenticatedAt > options.authenticatedAt).toBe(true)
      const events = await sql`select 1 from audit_event where action = 'step-up' and outcome = 'done'`.execute(
        portal.database.read,
      )
      expect(events.rows.length).toBe(1)
    })

    test('another person, another browser and an earlier proof are refused', async () => {
      const { client } = await signIn(dana, { amr: ['pwd'] })
      await age()
      const ida = { sub: 'u-77', preferred_username: 'someone', name: 'Someone', groups: [] }
      await isRefused(await comeBack(client, await provider.visit(await askAgain(client), ida)), 'account-refused')
      expect(await listOutcomes()).toContainEqual(['account-refused', 'another person'])
      const back = await provider.visit(await askAgain(client), dana)
      await isRefused(await comeBack(new Client(portal.origin), back), 'other-browser')
      // The same browser, in which somebody else has signed in since.
      const { client: next } = await signIn(dana, { amr: ['pwd'] })
      const later = client.copy()
      later.cookies.set('LtpaToken2', next.cookies.get('LtpaToken2') ?? '')
      await isRefused(await comeBack(later, back), 'other-browser')
      // A provider that does not authenticate again reveals it through its own time.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 })
      const to = await askAgain(client).finally(() => vi.useRealTimers())
      await isRefused(await comeBack(client, await provider.visit(to, dana)), 'answer-late')
      expect(await change(client)).toBe('STEP-UP-REQUIRED')
    })

    const listLinks = ({ bytes }: { readonly bytes: Buffer }) =>
      [...bytes.toString().matchAll(/<a href="([^"]*)"/g)].map(([, to]) => to)

    test('a failed one starts again as what it was, or says where, and never as a sign-in', async () => {
      const { client } = await signIn(dana, { amr: ['pwd'] })
      await age()
      const confirm = `/sso/${connectionId}/confirm`
      const ida = { sub: 'u-77', preferred_username: 'someone', name: 'Someone', groups: [] }
      const other = await comeBack(client, await provider.visit(await askAgain(client), ida))
      expect(listLinks(other)).toEqual([confirm])
      expect(other.bytes.toString()).toContain('nothing has been changed')
      const refusing = new URLSearchParams({ error: 'access_denied', iss: provider.issuer })
      refusing.set('state', new URL(await askAgain(client)).searchParams.get('state') ?? '')
      expect(listLinks(await client.get(`/sso/${connectionId}/answer?${refusing}`))).toEqual([confirm])
      // Without the session there is nothing to confirm here.
      const gone = await new Client(portal.origin).get(confirm)
      expect([gone.status, listLinks(gone)]).toEqual([403, []])
      expect(gone.bytes.toString()).toContain('go back to the one where you were')
      await isRefused(await comeBack(client, await provider.visit(await begin(client), ida)), 'not-linked')
      const plain = await comeBack(client, await provider.visit(await begin(client), ida))
      const start = `/sso/${connectionId}/start`
      expect(listLinks(plain)).toEqual([start, `${start}?as=another`, '/login/'])
    })

    test('OS-60 a failed test leads back to the connections, and never to a sign-in', async () => {
      const body = { domains: [], settings: settings(), secret }
      await make(first, calls.changeConnection, { params: { connectionId }, body })
      const params = { connectionId, version: String((await listShown())?.waiting?.version) }
      const { to } = (await make(first, calls.tryConnection, { params })).body.payload
      const refusing = new URLSearchParams({ error: 'access_denied', iss: provider.issuer })
      refusing.set('state', new URL(to).searchParams.get('state') ?? '')
      const page = await first.get(`/sso/${connectionId}/answer?${refusing}`)
      expect([page.status, listLinks(page)]).toEqual([403, ['/msg/#!/administration/connections']])
      expect((await decide(first, params.version, false)).status).toBe(200)
    })

    test('a person with an authenticator app needs more than the password there', async () => {
      const { client } = await signIn()
      const { secret: appSecret } = await addAuthenticator(client)
      await age()
      expect((await make(client, stepUpOptions, {})).body.payload).toMatchObject({ code: true, password: false })
      const weak = await provider.visit(await askAgain(client), dana, { amr: ['pwd'] })
      await isRefused(await comeBack(client, weak), 'account-refused')
      const removal = async () => (await make(client, removeAuthenticator, {})).status
      expect(await removal()).toBe(403)
      const strong = await provider.visit(await askAgain(client), dana, { amr: ['mfa'] })
      expect((await comeBack(client, strong)).status).toBe(200)
      expect(await removal()).toBe(200)
      expect(appSecret).not.toBe('')
    })

    test('OS-61 the account’s password from before it was linked proves nothing', async () => {
      const { client } = await signIn(dana, { amr: ['pwd'] })
      await age()
      const answer = await make(client, stepUp, { body: { password: demoPassword } })
      expect(answer.body.errors).toMatchObject([{ errorMessage: 'GEN-NOMATCH', field: 'password' }])
      expect(await change(client)).toBe('STEP-UP-REQUIRED')
    })

    test('it is not offered to someone who signed in with a password, or has no session', async () => {
      const client = await signInClient(portal.origin, 'MEMBER01')
      expect((await make(client, stepUpOptions, {})).body.payload).toMatchObject({ password: true, provider: null })
      await isRefused(await client.get(`/sso/${connectionId}/confirm`), 'other-browser')
      await isRefused(await new Client(portal.origin).get(`/sso/${connectionId}/confirm`), 'other-browser')
    })
  })

  test('an account locked in the meantime is refused, and the audit log says so', async () => {
    const lock = (at: Date | null) =>
      portal.database.read.updateTable('account').set({ locked_at: at }).where('login_id', '=', 'CSRREP01').execute()
    await lock(new Date())
    const { answer, client } = await signIn()
    await lock(null)
    await isRefused(answer, 'account-refused')
    expect(client.cookies.has('LtpaToken2')).toBe(false)
    const actions = await portal.database.read.selectFrom('audit_event').select('action').execute()
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'sign-in account-refused',
        'sign-in LOCKED-BY-STAFF',
        'sign-in.link',
        'connection.confirm',
      ]),
    )
  })

  test('a person who signs out here goes to the provider, and from there back', async () => {
    const { client } = await signIn()
    const { provider: to = '' } = (await make(client, logout, {})).body.payload.logoutInfo
    const { origin, pathname, searchParams } = new URL(to)
    expect([origin, pathname]).toEqual([provider.issuer, '/session/end'])
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ client_id: clientId, post_logout_redirect_uri: `${portal.origin}/login/` },
    })
  })

  test('OS-61 a session counts from when the provider asked, possibly some time before the sign-in', async () => {
    const asked = new URL(await begin(new Client(portal.origin)))
    expect(Number(asked.searchParams.get('max_age'))).toBeGreaterThan(24 * 3600)
    const { client } = await signIn()
    const { rows } = await sql<{
      same: boolean
    }>`select authenticated_at = date_trunc('second', authenticated_at) as same
      from session where token_hash = ${hashSecret(client.cookies.get('LtpaToken2') ?? '')}`.execute(
      portal.database.read,
    )
    // The provider's own time, in whole seconds.
    expect(rows).toEqual([{ same: true }])
  })

  test('a sign-in under way while the connection is switched off, or the person is unlinked or ended, opens no session', async () => {
    const { read } = portal.database
    const links = await read.selectFrom('identity_link').selectAll().execute()
    const connections = await read.selectFrom('identity_connection').selectAll().execute()
    const ended = sql`update account set ended_at = now() where login_id = 'CSRREP01'`
    const off = sql`update identity_connection set live_version = null`
    for (const change of [off, ended, sql`delete from identity_link`]) {
      const client = new Client(portal.origin)
      const back = await provider.visit(await begin(client), dana, { amr: ['mfa'] })
      let coming: ReturnType<typeof comeBack> | undefined
      await portal.database.transaction(async (tx) => {
        await change.execute(tx)
        coming = comeBack(client, back)
        await expect.poll(() => isAwaited(tx)).toBe(true)
      })
      expect((await coming)?.status).toBe(403)
      expect(client.cookies.has('LtpaToken2')).toBe(false)
      await sql`update account set ended_at = null where login_id = 'CSRREP01'`.execute(read)
      for (const { connection_id: id, live_version: live } of connections)
        await read
          .updateTable('identity_connection')
          .set({ live_version: live })
          .where('connection_id', '=', id)
          .execute()
    }
    await read.insertInto('identity_link').values(links).execute()
    expect((await signIn()).answer.headers.get('location')).toBe('/')
  })

  test('switching it off signs out those who signed in by it, at once; sign-ins under way open no session', async () => {
    const { client } = await signIn()
    const late = new Client(portal.origin)
    const back = await provider.visit(await begin(late), dana)
    expect((await make(second, calls.stopConnection, { params: { connectionId } })).status).toBe(200)
    expect((await make(client, staffCalls.searchStaff, { body: {} })).status).toBe(401)
    await isRefused(await comeBack(late, back), 'answer-late')
    expect((await new Client(portal.origin).get(`/sso/${connectionId}/start`)).status).toBe(404)
  })
})

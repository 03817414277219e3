import { calls } from '@portico/contract/calls'
import { userSchema } from '@portico/rules/scim/names'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, signInClient } from '../../../test/client.ts'
import { type OddProvider, startOddProvider, switchOn } from '../../../test/odd-provider.ts'
import { testPortal } from '../../../test/portal.ts'
import { addProvider, startProvider } from '../../../test/provisioned.ts'

const portal = testPortal()
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
let first: Client
let provider: OddProvider
let scim: ReturnType<typeof startProvider>
let connectionId: string

beforeAll(async () => {
  provider = await startOddProvider()
  first = await signInClient(portal.origin, 'ADMIN001')
  scim = startProvider(portal.origin, 'hmbcbs', (await addProvider(portal.database, 'hmbcbs')).secret)
  const settings = {
    ...{ kind: 'oidc' as const, nameClaim: 'preferred_username', groupsClaim: '', trustsFactor: false },
    ...{ factorValues: [], issuer: provider.issuer, clientId: 'portico' },
  }
  const body = { name: 'Plan', brand: 'hmbcbs', audience: 'staff' as const, domains: [], settings }
  const made = await make(first, calls.makeConnection, { body })
  connectionId = made.body.payload.connections.find(({ name }) => name === 'Plan')?.connectionId ?? ''
  await switchOn(portal.database, connectionId)
})
afterAll(() => provider.close())

const patch = (...Operations: object[]) => ({ schemas: [patchOp], Operations })

/** Goes to the provider; returns a function that comes back as someone. */
async function begin(client = new Client(portal.origin)) {
  const to = new URL((await client.get(`/sso/${connectionId}/start`)).headers.get('location') ?? '')
  const { nonce = '', state = '' } = Object.fromEntries(to.searchParams)
  return async (sub: string, name: string) => {
    provider.answerWith(() =>
      new SignJWT({ iss: provider.issuer, aud: 'portico', sub, nonce, preferred_username: name })
        .setProtectedHeader({ alg: 'RS256', kid: provider.kid })
        .setIssuedAt()
        .setExpirationTime('1m')
        .sign(provider.privateKey),
    )
    const answer = await client.get(`/sso/${connectionId}/answer?${new URLSearchParams({ code: 'a-code', state })}`)
    return { client, status: answer.status }
  }
}
const signIn = async (sub: string, name: string) => (await begin())(sub, name)
const works = async (client: Client) => (await make(client, calls.workspaceQueues, {})).status
const readLatest = async () => {
  const { connections } = (await make(first, calls.listConnections, {})).body.payload
  const { outcome, detail } = connections.find((one) => one.connectionId === connectionId)?.attempts[0] ?? {}
  return [outcome, detail]
}
/** A group with a meaning, as two administrators define it. */
async function makeGroup(displayName: string, entitlements: readonly string[]): Promise<string> {
  const { body } = await scim('POST', '/Groups', { displayName })
  await sql`update scim_group set entitlements = ${JSON.stringify(entitlements)}::jsonb, brands = '["hmbcbs"]'
    where group_id = ${body.id}`.execute(portal.database.read)
  return body.id
}

test('OS-65 OS-66 OS-67 someone is provisioned, signs in, changes groups, is deprovisioned while working, comes back, and is succeeded by another', async () => {
  const [desk, auditors] = [await makeGroup('Journey desk', ['answer']), await makeGroup('Journey audit', ['audit'])]
  const name = 'ida.journey@plan.example'
  expect((await signIn('u-ida', name)).status).toBe(403)
  const sent = { schemas: [userSchema], userName: name, externalId: 'e-1', name: { givenName: 'Ida' }, active: true }
  const { body: user } = await scim('POST', '/Users', sent)
  const change = (group: string, ...operations: object[]) => scim('PATCH', `/Groups/${group}`, patch(...operations))
  await change(desk, { op: 'Add', path: 'members', value: [{ $ref: null, value: user.id }] })

  // The provider writes the same name in another case.
  const { client, status } = await signIn('u-ida', 'Ida.Journey@plan.example')
  expect([status, await works(client)]).toEqual([302, 200])

  await change(desk, { op: 'Remove', path: `members[value eq "${user.id}"]` })
  await change(auditors, { op: 'Add', path: 'members', value: [{ value: user.id }] })
  expect(await works(client)).toBe(403)
  const me = await make(client, calls.getUserInfo, {})
  expect([me.status, me.body.payload.logonId]).toEqual([200, name.toUpperCase()])
  await change(desk, { op: 'add', path: 'members', value: [{ value: user.id, display: name }] })
  expect(await works(client)).toBe(200)

  // Someone has begun to sign in when their access ends.
  const comeBack = await begin()
  const ended = await scim('PATCH', `/Users/${user.id}`, patch({ op: 'Replace', path: 'active', value: 'False' }))
  expect([ended.status, ended.body.active]).toEqual([200, false])
  expect([await works(client), (await make(client, calls.validateSession, {})).status]).toEqual([401, 401])
  const late = await comeBack('u-ida', name)
  expect([late.status, late.client.cookies.has('LtpaToken2')]).toEqual([403, false])
  expect((await readLatest())[0]).toBe('account-refused')

  const back = await scim('PATCH', `/Users/${user.id}`, patch({ op: 'replace', value: { active: true } }))
  expect([back.body.active, back.body.groups.map(({ value }: { value: string }) => value).sort()]).toEqual([
    ...[true, [desk, auditors].sort()],
  ])
  const again = await signIn('u-ida', 'whatever she is called there now')
  expect([again.status, await works(again.client)]).toEqual([302, 200])
  // What had ended stays ended.
  expect(await works(client)).toBe(401)

  // Another person with the same name: the first person's credentials let nobody in.
  expect((await scim('DELETE', `/Users/${user.id}`)).status).toBe(204)
  expect(await works(again.client)).toBe(401)
  expect((await scim('POST', '/Users', sent)).status).toBe(201)
  expect((await signIn('u-ida', 'another name')).status).toBe(403)
  const next = await signIn('u-other', name)
  expect([next.status, await works(next.client)]).toEqual([302, 403])
})

describe('OS-68 what Entra and Okta send', () => {
  let made = 0
  const create = async () => {
    made += 1
    const userName = `form.${made}@plan.example`
    const emails = [{ value: userName, type: 'work', primary: true }]
    const { body } = await scim('POST', '/Users', { schemas: [userSchema], userName, emails })
    return body
  }
  const [email, family] = ['new@plan.example', { name: { familyName: 'Newly' } }]

  test.each<[string, object, object]>([
    ['Entra, a boolean as a text', { op: 'Replace', path: 'active', value: 'False' }, { active: false }],
    ['Entra, a boolean', { op: 'Replace', path: 'active', value: false }, { active: false }],
    ['Okta, no path', { op: 'replace', value: { active: false } }, { active: false }],
    ['Entra, no path and a text', { op: 'Replace', value: { active: 'False' } }, { active: false }],
    [
      'an address of work',
      { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
      { emails: [{ value: email }] },
    ],
    [
      'the same, added',
      { op: 'Add', path: 'emails[type eq "work"].value', value: email },
      { emails: [{ value: email }] },
    ],
    [
      'the primary address',
      { op: 'Replace', path: 'emails[primary eq true].value', value: email },
      { emails: [{ value: email }] },
    ],
    [
      'a boolean as a text in brackets',
      { op: 'Replace', path: 'emails[primary eq "True"].value', value: email },
      { emails: [{ value: email }] },
    ],
    [
      'brackets as a name',
      { op: 'Add', value: { 'emails[type eq "work"].value': email } },
      { emails: [{ value: email }] },
    ],
    [
      'a whole list',
      { op: 'replace', path: 'emails', value: [{ value: email, type: 'work' }] },
      { emails: [{ value: email }] },
    ],
    ['a part by its path', { op: 'Add', path: 'name.familyName', value: 'Newly' }, family],
    ['dots as a name', { op: 'Replace', value: { 'name.familyName': 'Newly' } }, family],
    ['the schema before it', { op: 'Replace', path: `${userSchema}:name.familyName`, value: 'Newly' }, family],
    [
      'what is not kept',
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager', value: 'x' },
      {},
    ],
    ['an address that is not kept', { op: 'Add', path: 'emails[type eq "home"].value', value: email }, {}],
  ])('OS-68 %s', async (_what, operation, expected) => {
    const user = await create()
    const answer = await scim('PATCH', `/Users/${user.id}`, patch(operation))
    expect(answer.status).toBe(200)
    const { meta: _meta, ...before } = user
    expect(answer.body).toMatchObject(Object.keys(expected).length === 0 ? before : expected)
    // Reads and searches return what was sent.
    expect((await scim('GET', `/Users/${user.id}`)).body).toEqual(answer.body)
  })

  test('OS-66 filters in every spelling find the right user, and pages beyond the end are empty', async () => {
    const { userName, id, meta } = await create()
    for (const filter of [
      `userName eq "${userName}"`,
      `USERNAME Eq "${userName.toUpperCase()}"`,
      `${userSchema}:userName eq "${userName}"`,
      `emails.value eq "${userName}" and active eq true`,
      `emails[type eq "work" and value eq "${userName}"]`,
      `id eq "${id}" and meta.lastModified ge "${meta.lastModified}"`,
    ]) {
      const { body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
      expect([filter, body.totalResults, body.Resources?.[0]?.id]).toEqual([filter, 1, id])
    }
    const { body } = await scim('GET', '/Users?startIndex=100000&count=10')
    expect([body.Resources, body.totalResults > 0]).toEqual([[], true])
    const { body: many } = await scim('GET', '/Users?count=1000000')
    expect(many.itemsPerPage).toBeLessThanOrEqual(200)
  })

  test('OS-66 a change names the version that it is based on, and an oversized request is refused whole', async () => {
    const user = await create()
    const set = (given: string, headers: Record<string, string> = {}) =>
      scim('PATCH', `/Users/${user.id}`, patch({ op: 'Replace', path: 'name.givenName', value: given }), headers)
    expect((await set('One', { 'if-match': user.meta.version })).body.meta.version).toBe('W/"2"')
    expect((await set('Two', { 'if-match': user.meta.version })).status).toBe(412)
    expect((await scim('DELETE', `/Users/${user.id}`, undefined, { 'if-match': 'W/"1"' })).status).toBe(412)
    expect((await set('Three', { 'if-match': '*' })).status).toBe(200)
    // The same once more changes nothing, including the version.
    const same = await set('Three')
    expect([same.status, same.body.meta.version]).toEqual([200, 'W/"3"'])
    const many = Array.from({ length: 101 }, () => ({ op: 'Replace', path: 'name.givenName', value: 'Many' }))
    expect((await scim('PATCH', `/Users/${user.id}`, patch(...many))).body.scimType).toBe('tooMany')
    const half = patch(
      { op: 'Replace', path: 'name.givenName', value: 'Half' },
      { op: 'Replace', path: 'nothing', value: 1 },
    )
    expect((await scim('PATCH', `/Users/${user.id}`, half)).body.scimType).toBe('invalidPath')
    expect((await scim('GET', `/Users/${user.id}`)).body.name.givenName).toBe('Three')
    expect((await scim('POST', '/Bulk', { Operations: [] })).status).toBe(501)
    expect((await scim('PUT', `/Users/${user.id}`, user, { 'content-type': 'application/json' })).status).toBe(200)
  })
})

import { verify, X509Certificate } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { stepUpOptions } from '@portico/contract/calls/account-security'
import * as calls from '@portico/contract/calls/connections'
import { getUserInfo, logout } from '@portico/contract/calls/identity'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { readByLogin } from '../../../test/accounts.ts'
import { make } from '../../../test/call.ts'
import { Client, signInClient } from '../../../test/client.ts'
import { isAwaited } from '../../../test/gate.ts'
import { switchOn } from '../../../test/odd-provider.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import {
  askForLogout,
  createSigner,
  readRequest,
  respond,
  respondValueByValue,
  type SamlSigner,
} from '../../../test/saml-provider.ts'
import { addAuthenticator, appCode } from '../../../test/second-factor.ts'
import { setSettings } from '../../../test/settings.ts'
import { checkConnections } from './check.ts'

const portal = testPortal()
const entityId = 'https://login.plan.example/saml'
let first: Client
let second: Client
let signer: SamlSigner
let nextSigner: SamlSigner
let stranger: SamlSigner
let connectionId: string
let otherId: string

const read = async (id = connectionId) =>
  (await make(first, calls.listConnections, {})).body.payload.connections.find((one) => one.connectionId === id)
const listOutcomes = async () => (await read())?.attempts.map(({ outcome, detail }) => [outcome, detail])

const settings = (certificates: readonly string[], over: { readonly takesUnasked?: boolean } = {}) => ({
  kind: 'saml' as const,
  nameClaim: 'uid',
  groupsClaim: 'groups',
  trustsFactor: false,
  factorValues: [],
  entityId,
  signInUrl: 'https://login.plan.example/sso',
  certificates: [...certificates],
  signOutUrl: 'https://login.plan.example/logout',
  ...over,
})

/** Creates a connection for agents, tests it and switches it on. */
async function connect(
  name: string,
  certificates: readonly string[],
  over: { readonly takesUnasked?: boolean } = {},
  by = signer,
): Promise<string> {
  const body = { name, brand: 'hmbcbs', audience: 'agents' as const, domains: [] }
  const made = await make(first, calls.makeConnection, { body: { ...body, settings: settings(certificates, over) } })
  const id = made.body.payload.connections.find((one) => one.name === name)?.connectionId ?? ''
  const params = { connectionId: id, version: '1' }
  const { to } = (await make(first, calls.tryConnection, { params })).body.payload
  const browser = first.copy()
  await finish(browser, id, await answerTo(to, id, { signer: by }))
  expect((await make(second, calls.decideConnection, { params, body: { confirm: true } })).status).toBe(200)
  return id
}

type Response = Partial<Parameters<typeof respond>[0]>

function answerTo(to: string, id = connectionId, other: Response = {}): Promise<string> {
  const { id: inResponseTo, answerAt } = readRequest(to)
  const audience = `${portal.origin}/sso/${id}`
  const attributes = { uid: 'agent-7' }
  const usual = { signer, entityId, audience, recipient: answerAt, inResponseTo, subject: 'p-7', attributes }
  return respond({ ...usual, ...other })
}

/** The content of a request to the provider's address. */
const readSent = (to: string) =>
  inflateRawSync(Buffer.from(new URL(to).searchParams.get('SAMLRequest') ?? '', 'base64')).toString()

/** Posts a form as the provider's page does, from another site and so without cookies, and follows it in the browser. */
async function finish(client: Client, id: string, response: string) {
  const stateless = new Client(portal.origin)
  const headers = { origin: 'https://login.plan.example' }
  const posted = await stateless.send('POST', `/sso/${id}/answer`, { form: { SAMLResponse: response }, headers })
  return posted.status === 303 ? client.get(posted.headers.get('location') ?? '') : posted
}

async function begin(client: Client, id = connectionId): Promise<string> {
  return (await client.get(`/sso/${id}/start`)).headers.get('location') ?? ''
}

async function signIn(other: Response = {}, change: (xml: string) => string = (xml) => xml) {
  const client = new Client(portal.origin)
  const response = await answerTo(await begin(client), connectionId, other)
  const xml = change(Buffer.from(response, 'base64').toString())
  const answer = await finish(client, connectionId, Buffer.from(xml).toString('base64'))
  return { client, answer, response }
}

beforeAll(async () => {
  first = await signInClient(portal.origin, 'ADMIN001')
  second = await signInClient(portal.origin, 'ADMIN002')
  ;[signer, nextSigner, stranger] = [await createSigner(), await createSigner(), await createSigner()]
  connectionId = await connect('Agents', [signer.base64, nextSigner.base64])
  otherId = await connect('Other agents', [signer.base64])
  const body = { loginId: 'AGENT001', expected: 'agent-7' }
  for (const client of [first, second]) await make(client, calls.expectPerson, { params: { connectionId }, body })
})

test('OS-60 a connection made several times at once is one, and so is a new version of it', async () => {
  const given = { domains: [], settings: settings([signer.base64]) }
  const body = { name: 'Pressed', brand: 'hmbcbs', audience: 'agents' as const, ...given }
  const listPressed = async () =>
    (await make(first, calls.listConnections, {})).body.payload.connections.filter(({ name }) => name === 'Pressed')
  const send = <Answer>(ask: () => Promise<Answer>) => Promise.all([ask(), ask(), ask()])
  const made = await send(() => make(first, calls.makeConnection, { body }))
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
  const pressed = await listPressed()
  expect(pressed).toHaveLength(1)
  const params = { connectionId: pressed[0]?.connectionId ?? '' }
  const findVersions = async () => {
    const rows = portal.database.read.selectFrom('identity_version').select(['version', 'state'])
    return await rows.where('connection_id', '=', params.connectionId).orderBy('version').execute()
  }
  const changed = { ...given, settings: settings([signer.base64, nextSigner.base64]) }
  await send(() => make(first, calls.changeConnection, { params, body: changed }))
  expect(await findVersions()).toEqual([
    { version: 1, state: 'dropped' },
    { version: 2, state: 'waiting' },
  ])
  // Other settings, and another administrator's, are not the same request.
  await make(first, calls.makeConnection, { body })
  await make(second, calls.changeConnection, { params, body: changed })
  expect([(await listPressed()).length, (await findVersions()).length]).toEqual([2, 3])
})

describe('OS-63 SAML 2.0', () => {
  test('OS-61 creates an account without rights for whoever signs in, if a staff connection allows it', async () => {
    const body = { name: 'Makers', brand: 'hmbcbs', audience: 'staff' as const, domains: [] }
    const given = { ...settings([signer.base64]), makesPeople: true }
    const made = await make(first, calls.makeConnection, { body: { ...body, settings: given } })
    const id = made.body.payload.connections.find(({ name }) => name === 'Makers')?.connectionId ?? ''
    await switchOn(portal.database, id)
    const client = new Client(portal.origin)
    const attributes = { uid: 'made.by.saml', 'urn:oid:2.5.4.42': 'Ana', 'urn:oid:2.5.4.4': 'O’Neil' }
    const answer = await finish(
      client,
      id,
      await answerTo(await begin(client, id), id, { attributes, subject: 'p-made' }),
    )
    expect([answer.status, client.cookies.has('LtpaToken2')]).toEqual([403, false])
    expect((await read(id))?.attempts.map(({ outcome }) => outcome).sort()).toEqual(['account-waiting', 'linked'])
    const account = portal.database.read.selectFrom('account').selectAll().where('login_id', '=', 'MADE.BY.SAML')
    expect(await account.execute()).toMatchObject([
      { first_name: 'Ana', last_name: 'O’Neil', role: 'INTERNAL', entitlements: [] },
    ])
    await make(first, calls.stopConnection, { params: { connectionId: id } })
  })

  test('an agent signs in, by either of two certificates; the subject links them permanently', async () => {
    const { client, answer } = await signIn()
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
    expect(client.cookies.has('LtpaToken2')).toBe(true)
    expect((await signIn({ signer: nextSigner, attributes: {} })).answer.headers.get('location')).toBe('/')
    expect((await signIn({ signed: 'both' })).answer.headers.get('location')).toBe('/')
    const { client: someone, answer: refused } = await signIn({ subject: 'p-8' })
    expect(refused.status).toBe(403)
    // The provider remembers p-8: it must ask before someone else can sign in.
    expect(refused.bytes.toString()).toContain(`/sso/${connectionId}/start?as=another`)
    const other = (await someone.get(`/sso/${connectionId}/start?as=another`)).headers.get('location') ?? ''
    expect(readSent(other)).toContain('ForceAuthn="true"')
    expect((await listOutcomes())?.[0]).toEqual(['not-linked', null])
  })

  test('before a sensitive change an agent proves their identity at the provider again', async () => {
    const { client } = await signIn()
    await sql`update session set authenticated_at = now() - interval '1 hour' where connection_id is not null`.execute(
      portal.database.read,
    )
    const ask = async () => (await make(client, stepUpOptions, {})).body.payload
    const { provider, authenticatedAt } = await ask()
    expect(provider).toEqual({ name: 'Agents', to: `/sso/${connectionId}/confirm` })
    const to = (await client.get(provider?.to ?? '')).headers.get('location') ?? ''
    expect(readSent(to)).toContain('ForceAuthn="true"')
    const answer = await finish(client, connectionId, await answerTo(to))
    expect([answer.status, answer.bytes.toString()]).toEqual([200, expect.stringContaining('You have confirmed')])
    expect((await ask()).authenticatedAt > authenticatedAt).toBe(true)
  })

  test('our metadata names where forms go, and requires signed assertions', async () => {
    const answer = await new Client(portal.origin).get(`/sso/${connectionId}/metadata`)
    const xml = answer.bytes.toString()
    expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml')
    expect(xml).toContain(`entityID="${portal.origin}/sso/${connectionId}"`)
    expect(xml).toContain('WantAssertionsSigned="true"')
    expect(xml).toContain('AuthnRequestsSigned="false"')
    expect(xml).toContain(`${portal.origin}/sso/${connectionId}/answer`)
  })

  test('an answer works once, in the browser that began', async () => {
    const client = new Client(portal.origin)
    const response = await answerTo(await begin(client))
    const stolen = await finish(new Client(portal.origin), connectionId, response)
    expect(stolen.status).toBe(403)
    expect((await listOutcomes())?.[0]).toEqual(['other-browser', null])
    expect((await finish(client, connectionId, response)).status).toBe(403)
    expect((await listOutcomes())?.[0]).toEqual(['answer-repeated', null])
    expect(client.cookies.has('LtpaToken2')).toBe(false)
  })

  const wrap = (xml: string, renames = true) => {
    const signed = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
    const forged = signed.replace(/<(?:ds:)?Signature[\s\S]*<\/(?:ds:)?Signature>/, '').replace('p-7', 'p-1')
    const named = renames ? forged.replace(/ID="[^"]+"/, 'ID="_forged"') : forged
    return xml.replace(signed, `${named}<Extensions>${signed}</Extensions>`)
  }
  /** The forged assertion contains the signature, with the signed assertion as one of its objects. */
  const moveSigned = (xml: string) => {
    const signed = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
    const signature = /<(?:ds:)?Signature[\s\S]*<\/(?:ds:)?Signature>/.exec(signed)?.[0] ?? ''
    const object = `<Object>${signed.replace(signature, '')}</Object></Signature>`
    const holding = signature.replace(/<\/(?:ds:)?Signature>$/, object)
    const forged = signed.replace('p-7', 'p-1').replace(/ID="[^"]+"/, 'ID="_forged"')
    return xml.replace(signed, forged.replace(signature, holding))
  }
  test.each<[string, Response, (xml: string) => string]>([
    ['unsigned', {}, (xml) => xml.replace(/<(?:ds:)?Signature[\s\S]*<\/(?:ds:)?Signature>/, '')],
    [
      'signed by a stranger',
      {
        get signer() {
          return stranger
        },
      },
      (xml) => xml,
    ],
    ['changed after it was signed', {}, (xml) => xml.replace('>p-7<', '>p-1<')],
    ['with a wrapped signature', {}, wrap],
    ['with a wrapped signature, by the same id', {}, (xml) => wrap(xml, false)],
    ['whose signed assertion is beside the forged one', {}, moveSigned],
    ['that is signed, with an assertion that is not', { signed: 'response' }, (xml) => xml],
    ['with two assertions', {}, (xml) => xml.replace(/(<saml:Assertion[\s\S]*<\/saml:Assertion>)/, '$1$1')],
    ['with a comment in the name', { subject: 'p-7.attacker' }, (xml) => xml.replace('p-7.', 'p-7<!-- -->.')],
    ['with a DTD', {}, (xml) => `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml}`],
    ['for another audience', { audience: 'https://other.example' }, (xml) => xml],
    ['for another address', { recipient: 'https://other.example/acs' }, (xml) => xml],
    ['of another issuer', { entityId: 'https://attacker.example' }, (xml) => xml],
    [
      'with a name that is another each time',
      { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
      (xml) => xml,
    ],
    [
      'with an e-mail address for a name',
      { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' },
      (xml) => xml,
    ],
    ['that is old', { lifetimeS: -400 }, (xml) => xml],
    ['that is no XML', {}, () => '<Response InResponseTo="_aaaaaaaaaaaaaaaaaaaaaaaa"'],
    ['with 40,000 elements', {}, (xml) => xml.replace('<samlp:Status>', `${'<a/>'.repeat(40_000)}<samlp:Status>`)],
    ['with elements 20,000 deep', {}, (xml) => xml.replace('<samlp:Status>', `${'<a>'.repeat(20_000)}<samlp:Status>`)],
    ['that is empty', {}, () => ''],
  ])('an answer %s lets no one in', async (_what, other, change) => {
    const { client, answer } = await signIn(other, change)
    expect(answer.status).toBe(403)
    expect(client.cookies.has('LtpaToken2')).toBe(false)
    expect(String((await listOutcomes())?.[0]?.[0])).toMatch(/^answer-/)
  })

  test('an answer for another connection, or to no request of ours, lets no one in', async () => {
    const client = new Client(portal.origin)
    const response = await answerTo(await begin(client, otherId), otherId)
    expect((await finish(client, connectionId, response)).status).toBe(403)
    const unasked = await answerTo(await begin(client), connectionId, { inResponseTo: `_${'a'.repeat(43)}` })
    expect((await finish(client, connectionId, unasked)).status).toBe(403)
  })

  test('OS-63 an answer is valid for five minutes, whatever the provider says', async () => {
    const signInAfter = async (minutes: number) => {
      const client = new Client(portal.origin)
      const to = await begin(client)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - minutes * 60_000 })
      const response = await answerTo(to, connectionId, { lifetimeS: 3600 }).finally(() => vi.useRealTimers())
      return finish(client, connectionId, response)
    }
    expect((await signInAfter(4)).headers.get('location')).toBe('/')
    // Two and a half minutes later, beyond the tolerance for clocks.
    expect((await signInAfter(8)).status).toBe(403)
    expect((await listOutcomes())?.[0]).toEqual(['answer-late', 'times of the assertion'])
    // A clock that is ahead gets the right error, too.
    expect((await signInAfter(-8)).status).toBe(403)
    expect((await listOutcomes())?.[0]).toEqual(['answer-late', 'times of the assertion'])
  })

  test("a provider's clock may be two minutes off", async () => {
    expect((await signIn({ lifetimeS: -110 })).answer.headers.get('location')).toBe('/')
  })
})

describe('OS-63 sign-ins that begin at the provider', () => {
  let openId: string
  const bring = async (client: Client, id: string, relayState = '', change = (xml: string) => xml) => {
    const at = `${portal.origin}/sso/${id}`
    const usual = { signer, entityId, audience: at, recipient: `${at}/answer`, inResponseTo: '', subject: 'p-open' }
    const made = Buffer.from(await respond({ ...usual, attributes: { uid: 'agent-open' } }), 'base64').toString()
    const form = { SAMLResponse: Buffer.from(change(made)).toString('base64'), RelayState: relayState }
    return { form, send: () => client.send('POST', `/sso/${id}/answer`, { form }) }
  }
  const follow = async (client: Client, posted: Awaited<ReturnType<Client['send']>>) =>
    posted.status === 303 ? client.get(posted.headers.get('location') ?? '') : posted

  beforeAll(async () => {
    openId = await connect('Agents who begin there', [signer.base64], { takesUnasked: true })
    const body = { loginId: 'AGENT002', expected: 'agent-open' }
    for (const client of [first, second])
      await make(client, calls.expectPerson, { params: { connectionId: openId }, body })
  })

  test('are accepted only if the connection allows it', async () => {
    const client = new Client(portal.origin)
    expect((await (await bring(client, connectionId)).send()).status).toBe(403)
    expect((await listOutcomes())?.[0]).toEqual(['answer-invalid', 'answers no request'])
  })

  test('lead to a path of ours, and each works once, in the browser that brought it', async () => {
    const client = new Client(portal.origin)
    const { form, send } = await bring(client, openId, '/shop/#!/plans')
    const posted = await send()
    expect((await new Client(portal.origin).get(posted.headers.get('location') ?? '')).status).toBe(403)
    const again = await bring(client, openId, '/shop/#!/plans')
    expect((await follow(client, await again.send())).headers.get('location')).toBe('/shop/#!/plans')
    expect(client.cookies.has('LtpaToken2')).toBe(true)
    const thief = new Client(portal.origin)
    expect((await thief.send('POST', `/sso/${openId}/answer`, { form })).status).toBe(403)
    expect((await read(openId))?.attempts[0]?.outcome).toBe('answer-repeated')
  })

  test.each(['https://attacker.example/', '//attacker.example', '/\\attacker.example', 'javascript:alert(1)'])(
    'lead nowhere else: %s',
    async (relayState) => {
      const client = new Client(portal.origin)
      const { send } = await bring(client, openId, relayState)
      expect((await follow(client, await send())).headers.get('location')).toBe('/')
    },
  )

  test('lead to the same path of ours after a code of our own', async () => {
    const known = new Client(portal.origin)
    await follow(known, await (await bring(known, openId)).send())
    const { secret } = await addAuthenticator(known)
    const client = new Client(portal.origin)
    const half = await follow(client, await (await bring(client, openId, '/shop/#!/plans')).send())
    expect(half.headers.get('location')).toBe('/sso/code')
    const done = await client.send('POST', '/sso/code', { form: { code: appCode(secret, 1) } })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/shop/#!/plans'])
    // The next one goes where it was meant to, and never to another host, whoever set the cookie.
    await portal.database.read.updateTable('authenticator').set({ last_step: null }).execute()
    await follow(client, await (await bring(client, openId)).send())
    client.cookies.set('providerWay', 'https://attacker.example/')
    const next = await client.send('POST', '/sso/code', { form: { code: appCode(secret, 1) } })
    expect([next.status, next.headers.get('location')]).toEqual([303, '/'])
    await portal.database.read.deleteFrom('authenticator').execute()
  })

  test('are not answers to a request whose id was removed from the form', async () => {
    const client = new Client(portal.origin)
    const response = await answerTo(await begin(client, openId), openId)
    const xml = Buffer.from(response, 'base64').toString()
    const SAMLResponse = Buffer.from(xml.replace(/(<samlp:Response[^>]*?)\sInResponseTo="[^"]+"/, '$1')).toString(
      'base64',
    )
    expect(SAMLResponse).not.toBe(response)
    expect((await client.send('POST', `/sso/${openId}/answer`, { form: { SAMLResponse } })).status).toBe(403)
    expect((await read(openId))?.attempts[0]).toMatchObject({ outcome: 'answer-invalid' })
    // Nor does an unsolicited form answer what this browser requested.
    const to = await begin(client, openId)
    const { id } = readRequest(to)
    const { form } = await bring(client, openId)
    const unasked = Buffer.from(form.SAMLResponse, 'base64').toString()
    const named = unasked.replace(/<samlp:Response /, `<samlp:Response InResponseTo="${id}" `)
    expect((await finish(client, openId, Buffer.from(named).toString('base64'))).status).toBe(403)
    expect(client.cookies.has('LtpaToken2')).toBe(false)
  })

  test('work once, even if both arrive at the same moment', async () => {
    const client = new Client(portal.origin)
    const { send } = await bring(client, openId)
    const both = await Promise.all([send(), send()])
    expect(both.map(({ status }) => status).sort()).toEqual([303, 403])
  })

  test('do not bypass the signature', async () => {
    const client = new Client(portal.origin)
    const { send } = await bring(client, openId, '', (xml) => xml.replace('>p-open<', '>p-7<'))
    expect((await send()).status).toBe(403)
  })
})

describe('OS-60 other settings for a live connection', () => {
  const isSignedIn = async (client: Client) => (await make(client, getUserInfo, {})).status === 200
  const changeTo = async (id: string, next: ReturnType<typeof settings>) => {
    const body = { domains: [], secret: '', settings: next }
    const changed = await make(first, calls.changeConnection, { params: { connectionId: id }, body })
    const version = changed.body.payload.connections.find((one) => one.connectionId === id)?.waiting?.version
    const params = { connectionId: id, version: String(version) }
    const { to } = (await make(first, calls.tryConnection, { params })).body.payload
    await finish(first.copy(), id, await answerTo(to, id, { signer: nextSigner }))
    expect((await make(second, calls.decideConnection, { params, body: { confirm: true } })).status).toBe(200)
  }

  test('leave people signed in, unless a certificate that let them in is no longer trusted', async () => {
    const id = await connect('Agents with a new key', [signer.base64])
    const body = { loginId: 'AGENT001', expected: 'agent-key' }
    for (const client of [first, second]) await make(client, calls.expectPerson, { params: { connectionId: id }, body })
    const client = new Client(portal.origin)
    const person = { subject: 'p-key', attributes: { uid: 'agent-key' } }
    await finish(client, id, await answerTo(await begin(client, id), id, person))
    expect(await isSignedIn(client)).toBe(true)
    await changeTo(id, settings([signer.base64, nextSigner.base64]))
    expect(await isSignedIn(client)).toBe(true)
    await changeTo(id, settings([nextSigner.base64]))
    expect(await isSignedIn(client)).toBe(false)
  })
})

test('OS-60 nobody gets in by settings that are being replaced', async () => {
  const id = await connect('Agents of the moment', [signer.base64, nextSigner.base64])
  const body = { loginId: 'AGENT001', expected: 'agent-moment' }
  for (const client of [first, second]) await make(client, calls.expectPerson, { params: { connectionId: id }, body })
  const person = { subject: 'p-moment', attributes: { uid: 'agent-moment' } }
  const known = new Client(portal.origin)
  await finish(known, id, await answerTo(await begin(known, id), id, person))
  expect(known.cookies.has('LtpaToken2')).toBe(true)
  const changed = await make(first, calls.changeConnection, {
    params: { connectionId: id },
    body: { domains: [], secret: '', settings: settings([nextSigner.base64]) },
  })
  const version = changed.body.payload.connections.find((one) => one.connectionId === id)?.waiting?.version ?? 0
  const client = new Client(portal.origin)
  const response = await answerTo(await begin(client, id), id, person)
  // Like a decision: it locks the connection while the sign-in is under way.
  const answer = await portal.database.transaction(async (tx) => {
    await tx.selectFrom('identity_connection').selectAll().where('connection_id', '=', id).forUpdate().execute()
    const waiting = finish(client, id, response)
    await expect.poll(() => isAwaited(tx)).toBe(true)
    await tx.updateTable('identity_connection').set({ live_version: version }).where('connection_id', '=', id).execute()
    return { waiting }
  })
  expect((await answer.waiting).status).toBe(403)
  expect(client.cookies.has('LtpaToken2')).toBe(false)
})

test('OS-60 RG-4 a code after settings were replaced lets no one in, even if its sign-in was stored after all others were deleted', async () => {
  const id = await connect('Agents who wait', [signer.base64, nextSigner.base64])
  const body = { loginId: 'AGENT001', expected: 'agent-waits' }
  for (const client of [first, second]) await make(client, calls.expectPerson, { params: { connectionId: id }, body })
  const person = { subject: 'p-waits', attributes: { uid: 'agent-waits' } }
  const known = new Client(portal.origin)
  await finish(known, id, await answerTo(await begin(known, id), id, person))
  const { secret } = await addAuthenticator(known)
  const client = new Client(portal.origin)
  const half = await finish(client, id, await answerTo(await begin(client, id), id, person))
  expect(half.headers.get('location')).toBe('/sso/code')
  const waiting = portal.database.read.selectFrom('sign_in_challenge').selectAll().where('connection_id', '=', id)
  const kept = await waiting.execute()
  const changed = await make(first, calls.changeConnection, {
    params: { connectionId: id },
    body: { domains: [], secret: '', settings: settings([nextSigner.base64]) },
  })
  const version = changed.body.payload.connections.find((one) => one.connectionId === id)?.waiting?.version
  const params = { connectionId: id, version: String(version) }
  const { to } = (await make(first, calls.tryConnection, { params })).body.payload
  await finish(first.copy(), id, await answerTo(to, id, { signer: nextSigner }))
  expect((await make(second, calls.decideConnection, { params, body: { confirm: true } })).status).toBe(200)
  expect([kept.length, (await waiting.execute()).length]).toEqual([1, 0])
  // It is stored only now.
  await portal.database.read.insertInto('sign_in_challenge').values(kept).execute()
  const refused = await client.send('POST', '/sso/code', { form: { code: appCode(secret, 1) } })
  expect([refused.status, client.cookies.has('LtpaToken2')]).toEqual([403, false])
  // Begun with the live settings, it gets in.
  await portal.database.read.updateTable('authenticator').set({ last_step: null }).execute()
  await finish(client, id, await answerTo(await begin(client, id), id, { ...person, signer: nextSigner }))
  const done = await client.send('POST', '/sso/code', { form: { code: appCode(secret, 1) } })
  expect([done.status, client.cookies.has('LtpaToken2')]).toEqual([303, true])
  await portal.database.read.deleteFrom('authenticator').execute()
})

describe('OS-63 single sign-out', () => {
  const ask = (other: Partial<Parameters<typeof askForLogout>[0]> = {}) => {
    const destination = `${portal.origin}/sso/${connectionId}/logout`
    const SAMLRequest = askForLogout({ signer, entityId, destination, subject: 'p-7', ...other })
    return new Client(portal.origin).send('POST', `/sso/${connectionId}/logout`, {
      form: { SAMLRequest, RelayState: 'r' },
    })
  }
  const isIn = async (client: Client) => (await make(client, getUserInfo, {})).status === 200
  /** The certificate that a provider reads in our metadata. */
  const readCertificate = async (id = connectionId) => {
    const { bytes } = await new Client(portal.origin).get(`/sso/${id}/metadata`)
    const base64 = /use="signing".*?X509Certificate>([^<]+)</s.exec(bytes.toString())?.[1] ?? ''
    return new X509Certificate(Buffer.from(base64, 'base64'))
  }
  /** Whether an address is signed as the redirect binding requires: its own text before the signature. */
  const isSignedBy = ({ publicKey }: X509Certificate, address: string) => {
    const [signed = '', signature = ''] = (address.split('?')[1] ?? '').split('&Signature=')
    expect(new URLSearchParams(signed).get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
    return verify('sha256', Buffer.from(signed), publicKey, Buffer.from(decodeURIComponent(signature), 'base64'))
  }

  test('our messages about it are signed with the connection’s key, which is in our metadata and stored only sealed', async () => {
    const certificate = await readCertificate()
    expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now() + 10 * 365 * 24 * 3_600_000)
    const { client } = await signIn()
    const { provider = '' } = (await make(client.copy(), logout, {})).body.payload.logoutInfo
    expect(isSignedBy(certificate, provider)).toBe(true)
    expect(isSignedBy(certificate, provider.replace('SAMLRequest=', 'SAMLRequest=A'))).toBe(false)
    expect(isSignedBy(certificate, (await ask()).headers.get('location') ?? '')).toBe(true)
    expect(isSignedBy(await readCertificate(otherId), provider)).toBe(false)
    // A provider that does not know our key may refuse a sign-in request that is signed.
    expect(await begin(new Client(portal.origin))).not.toContain('Signature=')
    const rows = await portal.database.read.selectFrom('identity_connection').selectAll().execute()
    for (const { signing_key: sealed } of rows) expect(String(sealed?.toString('latin1'))).not.toMatch(/PRIVATE|MII/)
  })

  test('servers that create a connection’s key at the same time agree on one', async () => {
    await portal.database.read
      .updateTable('identity_connection')
      .set({ signing_key: null, signing_certificate: null })
      .execute()
    const shown = await Promise.all([1, 2, 3].map(async () => (await readCertificate()).fingerprint256))
    expect(new Set(shown).size).toBe(1)
  })

  test('a signed request from the provider ends the named person’s sessions, and is answered', async () => {
    const { client } = await signIn()
    expect(await isIn(client)).toBe(true)
    for (const wrong of [
      { signer: stranger },
      { entityId: 'https://attacker.example' },
      { destination: 'https://other.example/logout' },
      { at: new Date(Date.now() - 20 * 60_000) },
    ])
      expect((await ask(wrong)).status).toBe(403)
    expect((await ask({ subject: 'p-unknown' })).status).toBe(303)
    expect(await isIn(client)).toBe(true)
    const answer = await ask()
    expect(answer.headers.get('location')).toMatch(/^https:\/\/login\.plan\.example\/logout\?.*SAMLResponse=/)
    expect(await isIn(client)).toBe(false)
  })

  test('a request sent twice ends nothing begun in between', async () => {
    const { client } = await signIn()
    const id = `_${'b'.repeat(30)}`
    expect((await ask({ id })).status).toBe(303)
    expect(await isIn(client)).toBe(false)
    const { client: later } = await signIn()
    expect((await ask({ id })).status).toBe(403)
    expect((await listOutcomes())?.[0]).toEqual(['answer-repeated', null])
    expect(await isIn(later)).toBe(true)
  })

  test.each<[string, (xml: string) => string]>([
    [
      'beside what is signed',
      (xml) => {
        const forged = xml.replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '').replace('>p-0<', '>p-7<')
        return forged
          .replace(/ID="[^"]+"/, 'ID="_forged"')
          .replace('</samlp:LogoutRequest>', `${xml}</samlp:LogoutRequest>`)
      },
    ],
    [
      'by the same id',
      (xml) => {
        const forged = xml.replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '').replace('>p-0<', '>p-7<')
        return forged.replace('</samlp:LogoutRequest>', `${xml}</samlp:LogoutRequest>`)
      },
    ],
    [
      'around the signature',
      (xml) => {
        const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(xml)?.[0] ?? ''
        const signed = xml.replace(signature, '')
        const holding = signature.replace('</ds:Signature>', `<ds:Object>${signed}</ds:Object></ds:Signature>`)
        return xml
          .replace(signature, holding)
          .replace(/ID="[^"]+"/, 'ID="_forged"')
          .replace('>p-0<', '>p-7<')
      },
    ],
    ['with a second name', (xml) => xml.replace(/(<saml:NameID[^>]*>)p-0/, '$1p-7</saml:NameID>$1p-0')],
    ['with a comment in the name', (xml) => xml.replace('>p-0<', '>p-7<!-- -->-0<')],
  ])('a request that says something else %s ends nothing', async (_what, change) => {
    const { client } = await signIn()
    const destination = `${portal.origin}/sso/${connectionId}/logout`
    const xml = Buffer.from(askForLogout({ signer, entityId, destination, subject: 'p-0' }), 'base64').toString()
    const form = { SAMLRequest: Buffer.from(change(xml)).toString('base64') }
    expect(change(xml)).not.toBe(xml)
    expect((await new Client(portal.origin).send('POST', `/sso/${connectionId}/logout`, { form })).status).toBe(403)
    expect(await isIn(client)).toBe(true)
  })

  test('a request that names sessions ends those, however many it names', async () => {
    const { client } = await signIn()
    expect((await ask({ sessions: ['_session-9'] })).status).toBe(303)
    expect(await isIn(client)).toBe(true)
    expect((await ask({ sessions: ['_session-9', '_session-1'] })).status).toBe(303)
    expect(await isIn(client)).toBe(false)
  })

  test('a person who signs out here goes to the provider, which learns whose session it was', async () => {
    const { client } = await signIn()
    const { provider = '' } = (await make(client, logout, {})).body.payload.logoutInfo
    expect(provider).toMatch(/^https:\/\/login\.plan\.example\/logout\?/)
    const deflated = Buffer.from(new URL(provider).searchParams.get('SAMLRequest') ?? '', 'base64')
    expect(inflateRawSync(deflated).toString()).toMatch(/NameID[^>]*>p-7<.*SessionIndex[^>]*>_session-1</s)
    expect((await client.get(`/sso/${connectionId}/logout?SAMLResponse=x`)).headers.get('location')).toBe('/login/')
    expect(
      (await make(await signInClient(portal.origin, 'MEMBER01'), logout, {})).body.payload.logoutInfo.provider,
    ).toBe(undefined)
  })
})

describe('ER-3 connections for agents', () => {
  const open = async () => {
    const client = new Client(portal.origin)
    await client.get('/login/?defBrand=hmbcbs', { headers: { accept: 'text/html' } })
    return client
  }
  const refuse = async (loginId: string) =>
    (await (await open()).signIn(loginId)).body.errors?.map(({ errorMessage }) => errorMessage)

  test('are a way in for agents, and none for employees, who are sent to their own site', async () => {
    await portal.database.read.deleteFrom('app_config').where('key', '=', 'SSO_URL').execute()
    expect(await refuse('AGENT001')).toEqual(['EMP-LOGIN-SHOP', 'SSO', 'agents'])
    expect(await refuse('EMPLOYEE1')).toEqual(['EMP-LOGIN-SHOP'])
    expect((await (await open()).get('/sso')).headers.get('location')).toBe('/sso/choose')
    await setSettings(portal.database, 'hmbcbs', { SSO_URL: 'https://employees.plan.example/' })
    expect(await refuse('EMPLOYEE1')).toEqual(['EMP-LOGIN-SHOP', 'SSO'])
    expect((await (await open()).get('/sso')).headers.get('location')).toBe('https://employees.plan.example/')
  })

  test('and those for staff and members are each shown only to their own people', async () => {
    const lead = async (path: string) => (await (await open()).get(path)).headers.get('location')
    const setAudience = (audience: 'staff' | 'agents' | 'members') =>
      portal.database.read
        .updateTable('identity_connection')
        .set({ audience })
        .where('connection_id', '=', otherId)
        .execute()
    const listNames = async (path: string) => {
      const page = (await (await open()).get(path)).bytes.toString()
      return [...page.matchAll(/<bdi>([^<]*)</g)].map(([, name]) => name)
    }
    for (const audience of ['staff', 'members'] as const) {
      await setAudience(audience)
      expect(await lead(`/sso?for=${audience}`)).toBe(`/sso/choose?for=${audience}`)
      expect(await lead(`/sso/choose?for=${audience}`)).toBe(`/sso/${otherId}/start`)
      expect(await lead('/sso?for=agents')).toBe('/sso/choose?for=agents')
      expect(await listNames('/sso/choose?for=agents')).not.toContain('Other agents')
      expect(await listNames('/sso/choose')).toContain('Other agents')
    }
    expect(await lead('/sso')).toBe('https://employees.plan.example/')
    expect(await lead('/sso?for=staff')).toBe('https://employees.plan.example/')
    expect(await lead('/sso?for=nonsense')).toBe('https://employees.plan.example/')
    const memberId = await readByLogin(portal.database.read, 'MEMBER01')
    const link = { connection_id: otherId, account_id: memberId.account_id, issuer: entityId, subject: 'm-1' }
    await portal.database.read
      .insertInto('identity_link')
      .values({ ...link, expected: null, created_at: new Date(), linked_at: new Date() })
      .execute()
    expect(await refuse('MEMBER01')).toEqual(['EMP-LOGIN-SHOP', 'SSO', 'members'])
    await portal.database.read.deleteFrom('identity_link').where('subject', '=', 'm-1').execute()
    await setAudience('agents')
  })
})

describe('OS-67 groups of staff in an assertion', () => {
  const groupsClaim = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'
  let staffId: string
  const listGroups = async () =>
    (
      await sql<{
        name: string
      }>`select g.display_name as name from sign_on_member m join scim_group g on g.group_id = m.group_id
        where g.connection_id = ${staffId} order by 1`.execute(portal.database.read)
    ).rows.map(({ name }) => name)
  const enter = async (answer: (to: string) => Promise<string> | string) => {
    const client = new Client(portal.origin)
    const { status, bytes } = await finish(client, staffId, await answer(await begin(client, staffId)))
    return { client, status, text: bytes.toString(), isIn: client.cookies.has('LtpaToken2') }
  }
  const sayAttributes = (attributes: Readonly<Record<string, string>>) => (to: string) =>
    answerTo(to, staffId, { subject: 'p-30', attributes: { uid: 'rep-30', ...attributes } })

  beforeAll(async () => {
    const body = { name: 'Staff by SAML', brand: 'hmbcbs', audience: 'staff' as const, domains: [] }
    const made = await make(first, calls.makeConnection, {
      body: { ...body, settings: { ...settings([signer.base64]), groupsClaim } },
    })
    staffId = made.body.payload.connections.find(({ name }) => name === body.name)?.connectionId ?? ''
    await switchOn(portal.database, staffId)
    const expected = { loginId: 'CSRREP02', expected: 'rep-30' }
    for (const client of [first, second])
      await make(client, calls.expectPerson, { params: { connectionId: staffId }, body: expected })
  })

  test('OS-67 count whether one attribute has them all or each has its own', async () => {
    expect((await enter(sayAttributes({ [groupsClaim]: 'g-1' }))).isIn).toBe(true)
    expect(await listGroups()).toEqual(['g-1'])
    const valueByValue = (to: string) => {
      const { id: inResponseTo, answerAt: recipient } = readRequest(to)
      const whose = { signer, entityId, audience: `${portal.origin}/sso/${staffId}`, recipient, inResponseTo }
      const attributes = ['g-1', 'g-2'].map((value) => [groupsClaim, value] as const)
      return respondValueByValue({ ...whose, subject: 'p-30', attributes })
    }
    expect((await enter(valueByValue)).isIn).toBe(true)
    expect(await listGroups()).toEqual(['g-1', 'g-2'])
  })

  test('OS-67 that are only linked to, because there are too many, give and take nothing', async () => {
    const link = { 'http://schemas.microsoft.com/claims/groups.link': 'https://graph.plan.example/users/p-30' }
    const { status, text, isIn } = await enter(sayAttributes(link))
    expect([status, isIn]).toEqual([403, false])
    expect(text).toContain('in more groups at your organization')
    expect((await read(staffId))?.attempts[0]?.outcome).toBe('groups-omitted')
    expect(await listGroups()).toEqual(['g-1', 'g-2'])
    expect((await enter(sayAttributes({ ...link, [groupsClaim]: 'g-1' }))).isIn).toBe(true)
    expect(await listGroups()).toEqual(['g-1'])
    // Someone in no group arrives without either.
    expect((await enter(sayAttributes({}))).isIn).toBe(true)
    expect(await listGroups()).toEqual([])
  })
})

test('OS-71 the doctor warns before the last certificate of a connection ends', async () => {
  const day = 24 * 3_600_000
  const stateAt = async (now: Date) =>
    (
      await checkConnections(portal.database.read, now, {
        dataKey: () => dataKeyAt(portal.origin),
        reach: { inside: true },
      })
    ).find(({ name }) => name === 'Agents')?.state
  expect(await stateAt(new Date())).toBe('ok')
  expect(await stateAt(new Date(Date.parse('2096-01-01') - 29 * day))).toBe('warn')
  expect(await stateAt(new Date(Date.parse('2096-01-01') + day))).toBe('fail')
})

test('OS-63 OS-71 an expired certificate signs people in as before, and administrators see when it expired', async () => {
  const ended = await createSigner(new Date('2026-01-02'))
  const id = await connect('Ended', [ended.base64], {}, ended)
  const body = { loginId: 'AGENT002', expected: 'agent-8' }
  for (const client of [first, second]) await make(client, calls.expectPerson, { params: { connectionId: id }, body })
  const enter = async (by: SamlSigner) => {
    const client = new Client(portal.origin)
    const other = { signer: by, subject: 'p-ended', attributes: { uid: 'agent-8' } }
    return (await finish(client, id, await answerTo(await begin(client, id), id, other))).status
  }
  expect([await enter(ended), await enter(stranger)]).toEqual([302, 403])
  expect((await read(id))?.certificateUntil).toBe('2026-01-02T00:00:00.000Z')
  expect((await read())?.certificateUntil).toBe('2096-01-01T00:00:00.000Z')
})

test('OS-63 of many large answers at one moment, only so many wait; the others are told to try again', async () => {
  const attributes = Array.from({ length: 600 }, (_, at) => ['groups', `group ${at}`] as const)
  const prepare = async () => {
    const client = new Client(portal.origin)
    const { id: inResponseTo, answerAt: recipient } = readRequest(await begin(client))
    const whose = { signer: stranger, entityId, audience: `${portal.origin}/sso/${connectionId}`, recipient }
    const response = respondValueByValue({ ...whose, inResponseTo, subject: 'p-7', attributes })
    return () => finish(client, connectionId, response)
  }
  const posts = await Promise.all(Array.from({ length: 30 }, prepare))
  const answers = await Promise.all(posts.map((post) => post()))
  const busy = answers.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  for (const { headers, bytes } of busy) {
    expect(headers.get('retry-after')).toBe('60')
    expect(bytes.toString()).toContain('Wait a minute and try again.')
  }
  const later = await prepare()
  expect((await later()).status).not.toBe(503)
})

import * as calls from '@portico/contract/calls/connections'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, signInClient } from '../../../test/client.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { createSigner, readRequest, respond, type SamlSigner } from '../../../test/saml-provider.ts'
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

const settings = (certificates: readonly string[]) => ({
  kind: 'saml' as const,
  nameClaim: 'uid',
  groupsClaim: 'groups',
  trustsFactor: false,
  factorValues: [],
  entityId,
  signInUrl: 'https://login.plan.example/sso',
  certificates: [...certificates],
})

/** Makes a connection for agents, tries it and switches it on. */
async function connect(name: string, certificates: readonly string[]): Promise<string> {
  const body = { name, brand: 'hmbcbs', audience: 'agents' as const, domains: [] }
  const made = await make(first, calls.makeConnection, { body: { ...body, settings: settings(certificates) } })
  const id = made.body.payload.connections.find((one) => one.name === name)?.connectionId ?? ''
  const params = { connectionId: id, version: '1' }
  const { to } = (await make(first, calls.tryConnection, { params })).body.payload
  const browser = first.copy()
  await finish(browser, id, await answerTo(to, id))
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
}, 60_000)

describe('OS-63 SAML 2.0', () => {
  test('an agent signs in, by either of two certificates; the subject links them for good', async () => {
    const { client, answer } = await signIn()
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
    expect(client.cookies.has('LtpaToken2')).toBe(true)
    expect((await signIn({ signer: nextSigner, attributes: {} })).answer.headers.get('location')).toBe('/')
    expect((await signIn({ subject: 'p-8' })).answer.status).toBe(403)
    expect((await listOutcomes())?.[0]).toEqual(['not-linked', null])
  })

  test('our description names where forms go, and asks for signed assertions', async () => {
    const answer = await new Client(portal.origin).get(`/sso/${connectionId}/metadata`)
    const xml = answer.bytes.toString()
    expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml')
    expect(xml).toContain(`entityID="${portal.origin}/sso/${connectionId}"`)
    expect(xml).toContain('WantAssertionsSigned="true"')
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

  const wrap = (xml: string) => {
    const signed = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
    const forged = signed.replace(/<(?:ds:)?Signature[\s\S]*<\/(?:ds:)?Signature>/, '').replace('p-7', 'p-1')
    return xml.replace(signed, `${forged.replace(/ID="[^"]+"/, 'ID="_forged"')}<Extensions>${signed}</Extensions>`)
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

  test("a provider's clock may be two minutes off", async () => {
    expect((await signIn({ lifetimeS: -110 })).answer.headers.get('location')).toBe('/')
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

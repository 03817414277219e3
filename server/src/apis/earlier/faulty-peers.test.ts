import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asked, askStep } from './ask.ts'
import { peerLimits } from './peer-client.ts'

type Answerer = (request: IncomingMessage, response: ServerResponse) => void
let server: Server
let base: string
let key: JWK
let answer: (path: string) => Answerer | undefined = () => undefined

beforeAll(async () => {
  const { privateKey } = await generateKeyPair('RS384', { extractable: true })
  key = { ...(await exportJWK(privateKey)), alg: 'RS384', kid: 'k' }
  server = createServer((request, response) => {
    const path = request.url ?? ''
    const given = answer(path)
    if (given !== undefined) return given(request, response)
    if (path.endsWith('smart-configuration')) return json({ token_endpoint: `${base}/token` })(request, response)
    if (path.endsWith('/token')) return json({ access_token: 'token' })(request, response)
    if (path.endsWith('/status'))
      return json({ output: [{ type: 'Immunization', url: `${base}/file` }] })(request, response)
    return text('')(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fhir`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const text =
  (body: string, status = 200, headers = {}): Answerer =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body)
const json = (body: object): Answerer => text(JSON.stringify(body))
const never: Answerer = () => undefined
const redirect = text('', 302, { location: 'http://169.254.169.254/' })
const [html, deep] = ['<html><body>Sign in</body></html>', `${'['.repeat(5000)}`]
/** Sends endlessly, until it is cut off. */
const endless =
  (part: string): Answerer =>
  (_request, response) => {
    response.writeHead(200)
    const send = () => {
      while (!response.destroyed && response.write(part));
      if (!response.destroyed) response.once('drain', send)
    }
    send()
  }
/** Starts a line, and stops. */
const breakOff: Answerer = (_request, response) => void response.writeHead(200).write('{"resourceType":"Immu')

const exporting: Asked = { state: 'exporting', place: '/fhir/status', patient: 'Patient/1' }
const due: Asked = { state: 'due', place: null, patient: null }
const member = {
  ...{ firstName: 'A', lastName: 'B', birthDate: '1980-01-01', ownNumber: '1', earlierNumber: '2' },
  ...{ planName: 'New', peerName: 'Old', ourNumber: '1982947230', agreedAt: new Date() },
}
/** Long enough for any answer that comes, however busy the machine is. */
const small = {
  ...peerLimits,
  answerMs: 60_000,
  pauseMs: 60_000,
  fileMs: 60_000,
  lineBytes: 64 * 1024,
  fileBytes: 200 * 1024,
  answerBytes: 64 * 1024,
}

const impatient = { ...small, answerMs: 400, pauseMs: 400 }

async function ask(asked: Asked, limits = small, reach = { inside: true }) {
  const kept: string[] = []
  const keep = async (records: readonly { readonly id: string }[]) => void kept.push(...records.map(({ id }) => id))
  const outcome = await askStep(asked, {
    peer: { base, clientId: 'us', key },
    member,
    now: new Date(),
    reach,
    keep,
    limits,
  }).then(
    ({ state }) => state,
    (error: unknown) => (error as { why?: string }).why ?? String(error),
  )
  return { outcome, kept }
}

test.each<[string, string, Answerer, string]>([
  ['HTML where its configuration should be', 'smart-configuration', text(html), 'garbage'],
  ['a configuration that never comes', 'smart-configuration', never, 'silent'],
  ['a configuration that leads elsewhere', 'smart-configuration', redirect, 'redirected'],
  ['a configuration without an end', 'smart-configuration', endless('{"a":"'.padEnd(5000, 'x')), 'too-large'],
  ['a configuration nested without an end', 'smart-configuration', text(deep), 'garbage'],
  [
    'a token endpoint of another host',
    'smart-configuration',
    json({ token_endpoint: 'https://evil.example/token' }),
    'elsewhere',
  ],
  ['no token', '/token', text('{"error":"invalid_client"}', 401), 'refused'],
  ['HTML in place of a token', '/token', text(html), 'garbage'],
  ['a token that never comes', '/token', never, 'silent'],
  [
    'files of another host',
    '/status',
    json({ output: [{ type: 'X', url: 'https://evil.example/file' }] }),
    'elsewhere',
  ],
  ['an export that failed', '/status', text('{}', 500), 'refused'],
  ['a file of HTML', '/file', text(html), 'garbage'],
  ['a file of bytes', '/file', (_q, r) => void r.writeHead(200).end(Buffer.from([0xff, 0xfe, 0x0a])), 'garbage'],
  ['a file that leads elsewhere', '/file', redirect, 'redirected'],
  ['a line without an end', '/file', endless('x'.repeat(8000)), 'too-large'],
  ['lines without an end', '/file', endless(`{"resourceType":"Immunization","id":"1"}\n`.repeat(100)), 'too-large'],
  ['a file that never comes', '/file', never, 'silent'],
  ['a file that stops in the middle', '/file', breakOff, 'silent'],
])(
  'OS-55 a plan that answers with %s is cut off, and the kind of failure is reported',
  async (_what, path, answerer, why) => {
    answer = (asked) => (asked.endsWith(path) ? answerer : undefined)
    expect((await ask(exporting, why === 'silent' ? impatient : small)).outcome).toBe(why)
  },
)

test('OS-55 a match that does not start is reported', async () => {
  answer = (path) => (path.endsWith('-match') ? text('{}', 403) : undefined)
  expect((await ask(due)).outcome).toBe('refused')
})

test.each([[''], ['#1'], ['https://evil.example/Group/1']])(
  'OS-55 a match that names %j in place of a patient is no match: it would be unknown whose records come',
  async (reference) => {
    const resource = { resourceType: 'Group', id: 'g', member: [{ entity: { reference } }] }
    const parameter = [{ name: 'MatchedMembers', resource }]
    answer = (path) => (path.endsWith('/file') ? json({ resourceType: 'Parameters', parameter }) : undefined)
    const { outcome } = await ask({ state: 'matching', place: '/fhir/status', patient: null })
    expect(outcome).toBe(reference === '' ? 'no-match' : 'garbage')
  },
)

test('OS-55 a plan with an address in a private network is not called', async () => {
  const asked: string[] = []
  answer = (path) => void asked.push(path)
  expect((await ask(due, small, { inside: false })).outcome).toBe('elsewhere')
  expect(asked).toEqual([])
})

test('OS-55 another patient’s data, and resources without an id, are not kept', async () => {
  const lines = [
    { resourceType: 'Immunization', id: 'own', patient: { reference: 'Patient/1' } },
    { resourceType: 'Immunization', id: 'other', patient: { reference: 'Patient/2' } },
    { resourceType: 'Patient', id: '2' },
    { resourceType: 'Immunization', patient: { reference: 'Patient/1' } },
    { resourceType: 'Practitioner', id: 'doctor' },
  ]
  answer = (path) => (path.endsWith('/file') ? text(lines.map((one) => JSON.stringify(one)).join('\n')) : undefined)
  expect(await ask(exporting)).toEqual({ outcome: 'done', kept: ['own', 'doctor'] })
})

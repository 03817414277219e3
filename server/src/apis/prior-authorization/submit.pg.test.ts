import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { signInClient } from '../../../test/client.ts'
import { eventually } from '../../../test/eventually.ts'
import { csv, importFiles } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { createProgram, type Program } from '../../../test/program.ts'
import { addSystem, clinic, otherPlan, type System } from '../../../test/systems.ts'
import { authorizationKeeper } from '../../imports/imports/keep-authorization.ts'
import { sign } from '../../platform/http/signature.ts'
import { startSubmitting, submitDue } from './submission-job.ts'
import { createUtilization } from './utilization-port.ts'

type Answer = (request: { readonly body: Sent; readonly raw: string }, response: ServerResponse) => unknown
interface Sent {
  readonly requestId: string
  readonly brand: string
  readonly bundle: { readonly entry: readonly { readonly resource: Record<string, unknown> }[] }
}

const secret = 'a secret that tests share with a utilization system'
const brand = 'hmbcbs'
const [own = ''] = clinic.npis
/** The utilization system's current answer, and the requests it received. */
let answer: Answer
let asked: (Sent & { readonly signature: string })[] = []
const system = createServer(async (request: IncomingMessage, response) => {
  const raw = await text(request)
  const body = JSON.parse(raw) as Sent
  const { 'portico-sent-at': sentAt, 'portico-signature': given } = request.headers
  asked.push({ ...body, signature: given === sign(secret, String(sentAt), raw) ? 'right' : 'wrong' })
  await answer({ body, raw }, response)
})
await new Promise<void>((done) => system.listen(0, '127.0.0.1', done))
const url = `http://127.0.0.1:${(system.address() as AddressInfo).port}/requests`
const portal = testPortal({ UTILIZATION_URL: url, UTILIZATION_SECRET: secret })
const { port } = createUtilization({ url, secret, waitMs: 10_000 })
const silent = { warn: () => undefined }
const sendDue = (later = 24 * 3_600_000) =>
  submitDue(
    { database: portal.database, keeper: authorizationKeeper, port, logger: silent },
    new Date(Date.now() + later),
  )

let doctor: System
let neighbor: System
let payer: System
let person: { number: string; familyName: string; birthDate: string; memberId: string }

beforeAll(async () => {
  doctor = await addSystem(portal.database, 'submitting-clinic', clinic)
  neighbor = await addSystem(portal.database, 'submitting-other', { ...clinic, npis: ['1003000126'] })
  payer = await addSystem(portal.database, 'submitting-plan', otherPlan)
  const found = await portal.database.read
    .selectFrom('account')
    .innerJoin('member', 'member.member_id', 'account.member_id')
    .select(['member.member_id', 'member.last_name', 'member_number', 'member.date_of_birth'])
    .where('login_id', '=', 'MEMBER01')
    .executeTakeFirstOrThrow()
  const { member_id: memberId, member_number: number, last_name: familyName, date_of_birth: birthDate } = found
  person = { number, familyName, birthDate, memberId }
})
beforeEach(() => {
  asked = []
  answer = (_, response) => response.writeHead(202).end()
})
afterAll(() => {
  system.closeAllConnections()
  system.close()
})

let built = 0

interface Request {
  readonly bundleIdentifier?: string
  readonly claim?: Record<string, unknown>
  readonly patient?: Record<string, unknown>
  readonly npi?: string
  readonly service?: string
}

function buildRequest({ bundleIdentifier, claim = {}, patient = {}, npi = own, service = 'Knee MRI' }: Request = {}) {
  built += 1
  const someone = {
    ...{ resourceType: 'Patient', id: 'p', identifier: [{ value: person.number }], birthDate: person.birthDate },
    name: [{ family: person.familyName, given: ['Someone'] }],
    ...patient,
  }
  const request = {
    ...{ resourceType: 'Claim', id: 'c', status: 'active', use: 'preauthorization', created: '2026-11-20T10:00:00Z' },
    identifier: [{ system: 'urn:clinic:claims', value: `claim-${built}` }],
    type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/claim-type', code: 'professional' }] },
    ...{ patient: { reference: 'Patient/p' }, provider: { reference: 'Organization/o' } },
    item: [{ sequence: 1, productOrService: { coding: [{ code: '73721' }], text: service } }],
    ...claim,
  }
  const organization = {
    ...{ resourceType: 'Organization', id: 'o', name: 'Example Clinic' },
    identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: npi }],
  }
  return {
    ...{ resourceType: 'Bundle', type: 'collection' },
    identifier: { system: 'urn:clinic:messages', value: bundleIdentifier ?? `message-${built}` },
    entry: [request, someone, organization].map((resource) => ({
      fullUrl: `https://clinic.example/${resource.resourceType}/${resource.id}`,
      resource,
    })),
  }
}

async function send(
  body: unknown,
  more: { by?: System; at?: string; scope?: string; what?: string; token?: string } = {},
) {
  const { by = doctor, at = brand, scope = 'system/Claim.c', what = 'submit', token } = more
  const given = await fetch(`${portal.origin}/fhir/${at}/r4/Claim/$${what}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token ?? (await by.token(portal.origin, brand, scope))}`,
      'content-type': 'application/fhir+json',
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const said = (await given.json()) as { entry?: { resource: Record<string, unknown> }[]; issue?: { code: string }[] }
  return {
    status: given.status,
    text: JSON.stringify(said),
    responses: (said.entry ?? []).map(({ resource }) => resource),
    code: said.issue?.[0]?.code,
  }
}

const inquire = (claim: object = {}) =>
  send(buildRequest({ claim: { item: undefined, ...claim } }), { what: 'inquire', scope: 'system/*.rs' })

/** What the member's page shows about a service. */
async function readPage(service: string) {
  const answered = await make(await signInClient(portal.origin, 'MEMBER01'), calls.listMedicines, {})
  return answered.body.payload.authorizations.filter((one) => one.service === service)
}

function buildResponse(action: string, changed: Record<string, unknown> = {}) {
  const pas = 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition'
  const code = { coding: [{ system: 'https://codesystem.x12.org/005010/306', code: action }] }
  const review = {
    url: `${pas}/extension-reviewAction`,
    extension: [{ url: `${pas}/extension-reviewActionCode`, valueCodeableConcept: code }],
  }
  return {
    ...{ resourceType: 'ClaimResponse', id: `answer-${built}`, status: 'active', use: 'preauthorization' },
    outcome: action === 'A4' ? 'queued' : 'complete',
    ...(action === 'A1' && { preAuthRef: `UM-${built}` }),
    item: [{ itemSequence: 1, adjudication: [{ extension: [review], category: { coding: [{ code: 'submitted' }] } }] }],
    ...changed,
  }
}

async function notify(notice: unknown, { by = secret, at = new Date().toISOString() } = {}) {
  const body = typeof notice === 'string' ? notice : JSON.stringify(notice)
  const headers = {
    ...{ 'content-type': 'application/json', 'portico-sent-at': at },
    'portico-signature': sign(by, at, body),
  }
  const given = await fetch(`${portal.origin}/hooks/authorizations`, { method: 'POST', headers, body })
  return { status: given.status, body: (await given.json()) as { known?: boolean } }
}

type Path = readonly (string | number)[]

/** All paths within a value. */
function listPaths(value: unknown, at: Path = []): Path[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const key = (name: string) => (Array.isArray(value) ? Number(name) : name)
  return inner.flatMap(([name, one]) => [[...at, key(name)], ...listPaths(one, [...at, key(name)])])
}

function setAt(value: unknown, path: Path, to: unknown): void {
  const within = path.slice(0, -1).reduce<unknown>((one, name) => (one as Record<string, unknown>)[name], value)
  Object.assign(within as object, { [path.at(-1) ?? '']: to })
}

const answerWith =
  (body: unknown, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

async function listActions(): Promise<string[]> {
  const rows = await portal.database.read
    .selectFrom('audit_event')
    .select(['action', 'actor_login_id'])
    .where('member_id', '=', person.memberId)
    .where('action', 'like', 'authorization.%')
    .orderBy('at')
    .execute()
  return rows.map(({ action, actor_login_id: by }) => `${action} ${by ?? ''}`.trim())
}

describe('OS-56 Claim/$submit with the sandbox in a separate process', () => {
  let sandbox: Program
  let origin = ''
  beforeAll(async () => {
    const free = createServer()
    await new Promise<void>((done) => free.listen(0, '127.0.0.1', done))
    const { port: own } = free.address() as AddressInfo
    await new Promise((done) => free.close(done))
    origin = `http://127.0.0.1:${own}/requests`
    const settings = [`EXAMPLE_PORT=${own}`, `UTILIZATION_SECRET=${secret}`, 'EXAMPLE_LOOK_MS=300']
    const main = join(resolve(import.meta.dirname, '../../../..'), 'examples/utilization/main.ts')
    sandbox = createProgram({
      ...{ command: 'env', args: [...settings, process.execPath, main, portal.origin] },
      isUp: async () => (await fetch(origin, { method: 'HEAD' })).status === 405,
    })
    await sandbox.start()
  })
  afterAll(() => sandbox?.kill())
  beforeEach(() => {
    answer = async ({ raw }, response) => {
      const at = new Date().toISOString()
      const headers = { 'portico-sent-at': at, 'portico-signature': sign(secret, at, raw) }
      const given = await fetch(origin, { method: 'POST', headers, body: raw })
      response.writeHead(given.status).end(await given.text())
    }
  })

  test('OS-56 an immediate decision is answered, shown on the member’s page, and available to apps, inquiries and the audit log', async () => {
    const service = 'Physical therapy'
    const item = [{ sequence: 1, productOrService: { coding: [{ code: '97110' }], text: service } }]
    const { status, responses } = await send(buildRequest({ claim: { item } }))
    expect(status).toBe(200)
    expect(responses).toMatchObject([
      { resourceType: 'ClaimResponse', outcome: 'complete', preAuthRef: expect.stringMatching(/^UM-/) },
    ])
    expect(asked).toMatchObject([{ brand, signature: 'right' }])
    const [shown, ...others] = await readPage(service)
    expect([shown, others]).toMatchObject([{ state: 'approved', number: responses[0]?.preAuthRef }, []])
    const { responses: found } = await inquire({ insurance: [{ preAuthRef: [String(responses[0]?.preAuthRef)] }] })
    expect(found.map(({ id }) => id)).toEqual([responses[0]?.id])
    expect(await listActions()).toEqual(
      expect.arrayContaining(['authorization.submit Example Clinic (submitting-clinic)', 'authorization.decide']),
    )
  })

  test('OS-56 a request that needs review is pended, and its decision comes later, in place of what was shown', async () => {
    const service = 'Sleep study'
    const request = buildRequest({ service })
    const { responses } = await send(request)
    expect(responses).toMatchObject([{ outcome: 'queued' }])
    await eventually(async () => expect(await readPage(service)).toMatchObject([{ state: 'approved' }]))
    expect(await readPage(service)).toHaveLength(1)
    // A repeated request gets the decision.
    expect((await send(request)).responses).toMatchObject([{ id: responses[0]?.id, outcome: 'complete' }])
    expect(asked).toHaveLength(1)
  })
})

describe('OS-56 a request is stored before it is acknowledged, and takes effect once', () => {
  test('OS-56 while the utilization system is down, slow, or answers garbage, a request is pended and sent again until it is taken', async () => {
    const faults: Record<string, Answer> = {
      'an error': (_, response) => response.writeHead(503).end(),
      'a redirect': (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      'no one who is let in': (_, response) => response.writeHead(401).end(),
      'a closed connection': (_, response) => response.destroy(),
      'half an answer': (_, response) => {
        response.writeHead(200).write('{"resourceType":')
        response.destroy()
      },
      nothing: () => undefined,
      HTML: (_, response) => response.writeHead(200).end('<html>'),
      'more than it may': (_, response) => response.writeHead(200).end(`{"a":"${'x'.repeat(600_000)}"}`),
      'another resource': answerWith({ resourceType: 'Patient', id: 'x' }),
      'an answer without a name': answerWith(buildResponse('A1', { id: undefined })),
      'an answer that cannot be read': answerWith(buildResponse('A1', { id: 'bad', preAuthPeriod: { start: 'soon' } })),
    }
    for (const [name, fault] of Object.entries(faults)) {
      asked = []
      answer = fault
      const service = `Care that meets ${name}`
      const { status, responses } = await send(buildRequest({ service }))
      expect([name, status, responses[0]?.outcome]).toEqual([name, 200, 'queued'])
      expect((await readPage(service)).map(({ state }) => state)).toEqual(['pending'])
      answer = answerWith(buildResponse('A1', { id: `late-${built}` }))
      await sendDue()
      expect((await readPage(service)).map(({ state }) => state)).toEqual(['approved'])
      // The same request each time.
      expect([asked.length, new Set(asked.map(({ requestId }) => requestId)).size]).toEqual([2, 1])
    }
    expect(portal.log.join('\n')).not.toContain('Care that meets')
    expect(await sendDue()).toBe(0)
  })

  test('OS-56 sent twice, even at the same moment and in another message, a request takes effect once; a different one with its identifier is refused', async () => {
    answer = answerWith(buildResponse('A4', { id: 'once' }))
    const request = buildRequest({ service: 'Once' })
    const both = await Promise.all([send(request), send(request)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const claim = request.entry[0]?.resource as Record<string, unknown>
    const again = buildRequest({ claim: { ...claim, id: 'other', created: '2026-11-21' }, service: 'Once' })
    expect(await send(again)).toMatchObject({ status: 200, responses: [{ outcome: 'queued' }] })
    expect(asked).toHaveLength(1)
    expect(await readPage('Once')).toHaveLength(1)
    const other = buildRequest({ claim: { identifier: claim.identifier }, service: 'Twice' })
    expect(await send(other)).toMatchObject({ status: 409, code: 'duplicate' })
    expect(asked).toHaveLength(1)
  })

  test('OS-56 a change of a request changes what is decided; a request withdrawn from review is shown as such', async () => {
    answer = answerWith(buildResponse('A1', { id: 'changing' }))
    const first = buildRequest({ service: 'Changing' })
    await send(first)
    const claim = first.entry[0]?.resource as Record<string, unknown>
    answer = answerWith(buildResponse('C', { id: 'changing', status: 'cancelled' }))
    const related = [
      { claim: { identifier: (claim.identifier as object[])[0] }, relationship: { coding: [{ code: 'replaces' }] } },
    ]
    const { status } = await send(buildRequest({ claim: { related }, service: 'Changing' }))
    expect([status, asked.length]).toEqual([200, 2])
    expect((await readPage('Changing')).map(({ state }) => state)).toEqual(['cancelled'])
  })

  test('OS-56 a final refusal by the utilization system is reported, also for a repetition, and is not shown to the member', async () => {
    answer = (_, response) => response.writeHead(422).end()
    const request = buildRequest({ service: 'Refused' })
    expect((await send(request)).status).toBe(422)
    expect((await send(request)).status).toBe(422)
    expect([asked.length, await readPage('Refused')]).toEqual([1, []])
  })

  test('OS-56 a request stored and not sent because its process died is sent by another', async () => {
    answer = (_, response) => response.writeHead(503).end()
    await send(buildRequest({ service: 'Left' }))
    asked = []
    answer = answerWith(buildResponse('A1', { id: 'left' }))
    await portal.database.read
      .updateTable('authorization_request')
      .set({ next_try_at: new Date() })
      .where('next_try_at', 'is not', null)
      .execute()
    const job = startSubmitting({ database: portal.database, keeper: authorizationKeeper, port, logger: silent })
    await eventually(async () => expect((await readPage('Left'))[0]?.state).toBe('approved'))
    await job.stop()
    expect(asked).toHaveLength(1)
  })

  test('OS-56 a number that the plan’s CSV file has, too, is one prior authorization, whichever comes first', async () => {
    answer = answerWith(buildResponse('A4', { id: 'filed', identifier: [{ value: 'F-1' }] }))
    await send(buildRequest({ service: 'Filed' }))
    const row = { member_number: person.number, service: 'Filed', decided_at: '2026-11-25' }
    const load = async (more: Record<string, string>) => {
      const { rejected } = await importFiles(
        portal.database,
        { 'a.csv': csv({ ...row, ...more }) },
        { kind: 'authorizations', brand },
      )
      expect(rejected).toEqual([])
    }
    await load({ authorization_number: 'F-1', decision: 'approved' })
    await load({ authorization_number: 'F-2', decision: 'pending', decided_at: '', service: 'Filed before' })
    expect((await readPage('Filed')).map(({ state }) => state)).toEqual(['approved'])
    answer = answerWith(buildResponse('A3', { id: 'filed-before', identifier: [{ value: 'F-2' }] }))
    await send(buildRequest({ service: 'Filed before' }))
    expect((await readPage('Filed before')).map(({ state }) => state)).toEqual(['denied'])
  })
})

describe('OS-56 notices of the utilization system', () => {
  async function pend(service: string): Promise<string> {
    answer = answerWith(buildResponse('A4', { id: `of-${service}` }))
    await send(buildRequest({ service }))
    return asked.at(-1)?.requestId ?? ''
  }

  test('OS-56 the highest number counts, however late, often and in whatever order they come', async () => {
    const requestId = await pend('Noticed')
    const buildDecided = (action: string, at: string) =>
      buildResponse(action, { id: 'of-Noticed', meta: { lastUpdated: at } })
    const third = { requestId, sequence: 3, response: buildDecided('A3', '2099-01-03T00:00:00Z') }
    expect(await notify(third)).toEqual({ status: 200, body: { known: true } })
    await notify({ requestId, sequence: 2, response: buildDecided('A1', '2099-01-02T00:00:00Z') })
    await notify(third)
    expect((await readPage('Noticed')).map(({ state }) => state)).toEqual(['denied'])
    expect(await notify({ ...third, requestId: crypto.randomUUID() })).toEqual({ status: 200, body: { known: false } })
  })

  test('OS-56 the answer does not undo a notice that came before it', async () => {
    let requestId = ''
    answer = async ({ body }, response) => {
      requestId = body.requestId
      await notify({ requestId, sequence: 1, response: buildResponse('A1', { id: 'early' }) })
      await answerWith(buildResponse('A4', { id: 'early' }))({ body, raw: '' }, response)
    }
    const { responses } = await send(buildRequest({ service: 'Early' }))
    expect(responses).toMatchObject([{ outcome: 'complete' }])
    expect((await readPage('Early')).map(({ state }) => state)).toEqual(['approved'])
  })

  test('OS-56 unsigned, old, malformed and unreadable notices are refused, and change nothing', async () => {
    const requestId = await pend('Attacked')
    const right = { requestId, sequence: 1, response: buildResponse('A1', { id: 'of-Attacked' }) }
    const old = new Date(Date.now() - 2 * 3_600_000).toISOString()
    for (const refused of [
      notify(right, { by: 'another secret' }),
      notify(right, { at: old }),
      notify(right, { at: 'never' }),
      notify('{"requestId":'),
      notify('null'),
      notify(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`),
      notify({ ...right, sequence: 0 }),
      notify({ ...right, requestId: "x' or true" }),
      notify({ ...right, response: 'approved' }),
      notify({ ...right, response: { ...right.response, use: 'claim' } }),
    ])
      expect((await refused).status).toBe(400)
    expect((await notify({ ...right, note: 'x'.repeat(300_000) })).status).toBe(413)
    expect((await readPage('Attacked')).map(({ state }) => state)).toEqual(['pending'])
  })

  test('OS-56 an answer under the name of another member’s prior authorization takes nothing from them', async () => {
    const other = { member_number: '70000000919', first_name: 'Robin', last_name: 'Else', date_of_birth: '1980-02-29' }
    await importFiles(portal.database, { 'm.csv': csv(other) }, { kind: 'members', brand })
    const patient = {
      ...{ identifier: [{ value: other.member_number }], birthDate: other.date_of_birth },
      name: [{ family: other.last_name, given: ['Robin'] }],
    }
    answer = answerWith(buildResponse('A1', { id: 'theirs' }))
    expect((await send(buildRequest({ patient, service: 'Theirs' }))).responses).toMatchObject([
      { outcome: 'complete' },
    ])
    expect((await send(buildRequest({ service: 'Mine' }))).responses).toMatchObject([{ outcome: 'queued' }])
    const again = await send(buildRequest({ patient, claim: { item: undefined } }), {
      what: 'inquire',
      scope: 'system/*.rs',
    })
    expect(again.text).toContain('Theirs')
    answer = answerWith(buildResponse('A1', { id: 'mine' }))
    await sendDue()
  })

  test('OS-56 MP-14 a request that a label, or a diagnosis elsewhere in its message, makes sensitive is shown only to the patient, before and after the decision', async () => {
    const condition = {
      ...{ resourceType: 'Condition', id: 'd', subject: { reference: 'Patient/p' } },
      code: { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'F11.20' }] },
    }
    const referring = { diagnosis: [{ sequence: 1, diagnosisReference: { reference: 'Condition/d' } }] }
    const security = [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'ETH' }]
    const labeled = buildRequest({ claim: { meta: { security } }, service: 'Counsel labeled' })
    const diagnosed = buildRequest({ claim: referring, service: 'Counsel diagnosed' })
    const requests = {
      labeled,
      message: { ...buildRequest({ service: 'Counsel message' }), meta: { security } },
      diagnosed: { ...diagnosed, entry: [...diagnosed.entry, { resource: condition }] },
      open: buildRequest({ service: 'Counsel open' }),
    }
    const listOpen = async () => {
      const { rows } = await sql<{ service: string; sensitive: boolean }>`
        select distinct substring(body from 'Counsel ([a-z]+)') as service, sensitive from fhir_resource
        where body like '%Counsel %' order by service`.execute(portal.database.read)
      return rows.flatMap(({ service, sensitive }) => (sensitive ? [] : service))
    }
    for (const [name, request] of Object.entries(requests)) {
      answer = (_, response) => response.writeHead(202).end()
      expect((await send(request)).status).toBe(200)
      const requestId = asked.at(-1)?.requestId
      expect(await listOpen()).toEqual(name === 'open' ? ['open'] : [])
      const response = buildResponse('A1', { id: `counsel-${name}` })
      expect(await notify({ requestId, sequence: 1, response })).toMatchObject({ body: { known: true } })
      expect(await listOpen()).toEqual(name === 'open' ? ['open'] : [])
      expect((await readPage(`Counsel ${name}`)).map(({ state }) => state)).toEqual(['approved'])
    }
    expect((await inquire()).text).not.toMatch(/Counsel (labeled|message|diagnosed)/)
  })
})

describe('OS-56 who may send a request about whom', () => {
  test('OS-56 OS-50 only systems of providers, for their own numbers, by a scope that lets them send', async () => {
    expect((await send(buildRequest(), { scope: 'system/*.rs' })).status).toBe(403)
    expect((await send(buildRequest(), { by: payer })).status).toBe(403)
    expect((await send(buildRequest(), { by: neighbor })).status).toBe(403)
    expect((await send(buildRequest({ npi: '1003000126' }))).status).toBe(403)
    expect((await send(buildRequest(), { at: 'ndbcbs' })).status).toBe(401)
    expect((await send(buildRequest(), { at: 'nobody' })).status).toBe(404)
    const bare = await fetch(`${portal.origin}/fhir/${brand}/r4/Claim/$submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/fhir+json' },
      body: JSON.stringify(buildRequest()),
    })
    expect([bare.status, (await bare.text()).includes(person.number)]).toEqual([401, false])
    expect(asked).toEqual([])
  })

  test('OS-56 OS-52 an unknown person and one with another name get the same answer, and guessing locks', async () => {
    const patients = [
      { identifier: [{ value: '79999999999' }] },
      { name: [{ family: 'Else' }] },
      { birthDate: '1901-01-01' },
    ]
    const answers = await Promise.all(patients.map((patient) => send(buildRequest({ patient }))))
    expect(new Set(answers.map(({ status, text: said }) => `${status} ${said}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 422, code: 'not-found' })
    const guess = (day: number) =>
      send(buildRequest({ patient: { identifier: [{ value: '79999999998' }], birthDate: `1990-01-0${day}` } }))
    const statuses = []
    for (let day = 1; day <= 7; day += 1) statuses.push((await guess(day)).status)
    expect(statuses.at(0)).toBe(422)
    expect(statuses.at(-1)).toBe(429)
    expect(asked).toEqual([])
  })

  test('OS-56 OS-42 a request about a member who shares no records with doctors works all the same: it is the sender’s, and reveals nothing else', async () => {
    const choice = { choice_id: crypto.randomUUID(), member_id: person.memberId, with_providers: false }
    const none = {
      ask_earlier_plan: false,
      earlier_peer_id: null,
      earlier_plan: null,
      earlier_number: null,
      reason: null,
    }
    await portal.database.read
      .insertInto('sharing_choice')
      .values({ ...choice, ...none, chosen_at: new Date(), chosen_by: 'member' })
      .execute()
    answer = answerWith(buildResponse('A1', { id: 'opted-out' }))
    const { status, responses, text: said } = await send(buildRequest({ service: 'Asked for' }))
    expect([status, responses.length]).toEqual([200, 1])
    expect(said).not.toContain('Sleep study')
  })

  test('OS-56 a body that is too large, too deep, not JSON, or incomplete is refused', async () => {
    expect((await send('{"resourceType":')).status).toBe(400)
    expect((await send(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`)).status).toBe(400)
    expect((await send(buildRequest({ claim: { note: 'x'.repeat(3_000_000) } }))).status).toBe(413)
    const { identifier: _, ...unnamed } = buildRequest()
    const two = buildRequest()
    const many = Array.from({ length: 300 }, () => ({ resource: { resourceType: 'Basic' } }))
    for (const odd of [
      ...[
        {},
        [],
        null,
        unnamed,
        { ...two, entry: [...two.entry, two.entry[0]] },
        { ...two, entry: [...two.entry, ...many] },
      ],
      buildRequest({ claim: { identifier: [] } }),
      buildRequest({ claim: { item: [] } }),
      buildRequest({ claim: { item: ['x'] } }),
      buildRequest({ claim: { item: Array.from({ length: 101 }, () => ({})) } }),
      buildRequest({ claim: { use: 'claim' } }),
      buildRequest({ claim: { created: 'never' } }),
      buildRequest({ claim: { item: [{ productOrService: 7 }] } }),
      buildRequest({ claim: { diagnosis: Array.from({ length: 2000 }, () => ({ note: 'x'.repeat(100) })) } }),
    ])
      expect((await send(odd)).status).toBe(422)
    expect(asked).toEqual([])
  })

  test('OS-56 whatever replaces an element, a request is accepted or refused, and never causes an error of ours', async () => {
    const token = await doctor.token(portal.origin, brand, 'system/Claim.c')
    const paths = listPaths(buildRequest())
    const odd = [null, '\u0000', [null], {}, -1.5e308]
    const requests = paths.flatMap((path) =>
      odd.map((value) => {
        const request = buildRequest({ service: 'Odd' })
        setAt(request, path, value)
        return { path: path.join('.'), value, request }
      }),
    )
    const statuses = new Set<number>()
    for (let from = 0; from < requests.length; from += 10) {
      // Those that match no one would lock the rest.
      await sql`delete from sign_in_limit where kind like 'exchange%'`.execute(portal.database.read)
      await Promise.all(
        requests.slice(from, from + 10).map(async ({ path, value, request }) => {
          const { status } = await send(request, { token })
          expect([path, value, status < 500]).toEqual([path, value, true])
          statuses.add(status)
        }),
      )
    }
    expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 400, 422]))
  })

  test('OS-56 references that lead elsewhere, to two resources or to nothing are refused: the decision is about the person whose match was proven', async () => {
    const other = {
      ...{ resourceType: 'Patient', id: 'p', identifier: [{ value: '79999999997' }], birthDate: '1980-01-01' },
      name: [{ family: 'Else' }],
    }
    const foreign = {
      ...{ resourceType: 'Organization', id: 'o', name: 'Another clinic' },
      identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: '1003000126' }],
    }
    const npi = { system: 'http://hl7.org/fhir/sid/us-npi', value: own }
    const add = (resource: object, fullUrl?: string) => {
      const request = buildRequest()
      return { ...request, entry: [...request.entry, { ...(fullUrl !== undefined && { fullUrl }), resource }] }
    }
    const refused = {
      'a second patient of the same name': add(other),
      'a second patient at the same address': add({ ...other, id: 'q' }, 'https://clinic.example/Patient/p'),
      'a second patient of another server': add(other, 'https://other.example/Patient/p'),
      'a second organization of the same name': add(foreign),
      'a patient that is not there': buildRequest({ claim: { patient: { reference: 'Patient/q' } } }),
      'a patient within': buildRequest({ claim: { contained: [other], patient: { reference: '#p' } } }),
      'a patient who is an organization': buildRequest({ claim: { patient: { reference: 'Organization/o' } } }),
      'a provider that calls itself otherwise': buildRequest({
        ...{ npi: '1003000126', claim: { provider: { reference: 'Organization/o', identifier: npi } } },
      }),
    }
    for (const [name, request] of Object.entries(refused)) {
      const { status, text: said } = await send(request)
      expect([name, status, said.includes(person.familyName)]).toEqual([name, 422, false])
    }
    expect(asked).toEqual([])
    // Someone else may pay for it.
    expect((await send(add({ ...other, id: 'subscriber' }))).status).toBe(200)
  })

  test('OS-56 of two different requests with one identifier, sent at the same moment, one is refused', async () => {
    answer = answerWith(buildResponse('A4', { id: 'raced' }))
    const identifier = [{ system: 'urn:clinic:claims', value: 'raced' }]
    // Each counts as a guess at the member before it has matched: too many at once would be refused.
    const sent = await Promise.all(
      Array.from({ length: 4 }, (_, at) => send(buildRequest({ claim: { identifier }, service: `Raced ${at}` }))),
    )
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(asked).toHaveLength(1)
  })

  test('OS-56 the capability statement names what is accepted', async () => {
    const given = await fetch(`${portal.origin}/fhir/${brand}/r4/metadata`)
    expect(await given.text()).toContain('OperationDefinition/Claim-submit')
  })
})

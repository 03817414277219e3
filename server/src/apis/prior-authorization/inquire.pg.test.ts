import { beforeAll, expect, test } from 'vitest'
import { csv, importFiles } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { addSystem, clinic, type System } from '../../../test/systems.ts'

const portal = testPortal()
const brand = 'hmbcbs'
const [own = ''] = clinic.npis
const other = '1003000126'
const number = '70000000909'
let system: System
let payer: System

beforeAll(async () => {
  system = await addSystem(portal.database, 'asking-clinic', clinic)
  payer = await addSystem(portal.database, 'asking-other', { ...clinic, npis: [other] })
  const person = { member_number: number, first_name: 'Robin', last_name: 'Añejo', date_of_birth: '1980-02-29' }
  await importFiles(portal.database, { 'm.csv': csv(person) }, { kind: 'members', brand })
  const row = { member_number: number, decision: 'denied', decided_at: '2026-03-09', reason: 'Not needed' }
  const { rejected } = await importFiles(
    portal.database,
    {
      'a.csv': csv(
        { ...row, authorization_number: 'Q-1', service: 'Knee MRI', service_code: '73721', provider_npi: own },
        { ...row, authorization_number: 'Q-2', service: 'Sleep study', service_code: '95810', provider_npi: own },
        { ...row, authorization_number: 'Q-3', service: 'Of another', provider_npi: other },
        { ...row, authorization_number: 'Q-4', service: 'Quiet care', provider_npi: own, sensitive: 'yes' },
        { ...row, authorization_number: 'Q-5', service: 'Of no one known' },
      ),
    },
    { kind: 'authorizations', brand },
  )
  expect(rejected).toEqual([])
})

interface Asked {
  readonly patient?: object
  readonly npi?: string
  readonly claim?: object
}

function buildInquiry({ patient = {}, npi = own, claim = {} }: Asked = {}): object {
  const person = {
    ...{ resourceType: 'Patient', id: 'p', identifier: [{ value: number }], birthDate: '1980-02-29' },
    name: [{ family: 'Anejo', given: ['Robin'] }],
    ...patient,
  }
  const provider = {
    ...{ resourceType: 'Organization', id: 'o', name: 'Example Clinic' },
    identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: npi }],
  }
  const inquiry = {
    ...{ resourceType: 'Claim', id: 'c', status: 'active', use: 'preauthorization' },
    ...{ patient: { reference: 'Patient/p' }, provider: { reference: 'urn:uuid:provider' }, ...claim },
  }
  return {
    resourceType: 'Bundle',
    type: 'collection',
    entry: [
      { fullUrl: 'https://clinic.example/Claim/c', resource: inquiry },
      { fullUrl: 'https://clinic.example/Patient/p', resource: person },
      { fullUrl: 'urn:uuid:provider', resource: provider },
    ],
  }
}

async function ask(body: unknown, { by = system, at = brand }: { by?: System; at?: string } = {}) {
  const answer = await fetch(`${portal.origin}/fhir/${at}/r4/Claim/$inquire`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await by.token(portal.origin, brand)}`,
      'content-type': 'application/fhir+json',
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const said = (await answer.json()) as { entry?: { resource: Record<string, unknown> }[] }
  const services = (said.entry ?? []).map(({ resource }) => JSON.stringify(resource.item))
  return { status: answer.status, text: JSON.stringify(said), resources: said.entry ?? [], services }
}

test('OS-56 an organization learns what became of its own requests, and of no one else’s', async () => {
  const { status, services, text, resources } = await ask(buildInquiry())
  expect(status).toBe(200)
  expect(services).toHaveLength(2)
  for (const wanted of ['Knee MRI', 'Sleep study', 'Not needed', '"A3"']) expect(text).toContain(wanted)
  for (const hidden of ['Of another', 'Quiet care', 'Of no one known', 'amount']) expect(text).not.toContain(hidden)
  expect(resources.every(({ resource }) => resource.resourceType === 'ClaimResponse')).toBe(true)
  const theirs = await ask(buildInquiry({ npi: other }), { by: payer })
  expect(theirs.services).toEqual([expect.stringContaining('Of another')])
})

test('OS-56 number and service narrow an inquiry', async () => {
  const byNumber = await ask(buildInquiry({ claim: { insurance: [{ preAuthRef: ['Q-2'] }] } }))
  expect(byNumber.services).toEqual([expect.stringContaining('Sleep study')])
  const byService = await ask(
    buildInquiry({ claim: { item: [{ productOrService: { coding: [{ code: '73721' }] } }] } }),
  )
  expect(byService.services).toEqual([expect.stringContaining('Knee MRI')])
})

test('OS-56 OS-52 an unknown member, another name, and no requests get the same answer', async () => {
  const strip = (text: string) => text.replace(/"timestamp":"[^"]+"/, '')
  const answers = await Promise.all([
    ask(buildInquiry({ patient: { identifier: [{ value: '70000009999' }] } })),
    ask(buildInquiry({ patient: { name: [{ family: 'Else' }] } })),
    ask(buildInquiry({ patient: { birthDate: '1980-03-01' } })),
    ask(buildInquiry({ claim: { insurance: [{ preAuthRef: ['Q-3'] }] } })),
  ])
  expect(new Set(answers.map(({ status, text }) => `${status} ${strip(text)}`)).size).toBe(1)
  expect(answers[0]?.resources).toEqual([])
})

test('OS-56 OS-44 the member’s audit log records what was revealed, with the system', async () => {
  await ask(buildInquiry())
  const rows = await portal.database.read
    .selectFrom('audit_event')
    .innerJoin('member', 'member.member_id', 'audit_event.member_id')
    .select(['action', 'record_id'])
    .where('member_number', '=', number)
    .where('action', '=', 'authorization.inquire')
    .execute()
  expect(rows[0]).toEqual({ action: 'authorization.inquire', record_id: 'asking-clinic' })
})

test('OS-56 OS-50 another’s provider, another brand’s token, no token and bad bodies are refused without content', async () => {
  expect((await ask(buildInquiry({ npi: other }))).status).toBe(403)
  expect((await ask(buildInquiry(), { at: 'ndbcbs' })).status).toBe(401)
  expect((await ask(buildInquiry(), { at: 'nobody' })).status).toBe(404)
  expect((await ask('{"resourceType":')).status).toBe(400)
  expect((await ask(buildInquiry({ patient: { identifier: [{ value: 'a\0b' }] } }))).status).toBe(400)
  expect((await ask(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`)).status).toBe(400)
  for (const odd of [
    {},
    [],
    { resourceType: 'Bundle', entry: [null, 7, { resource: 'x' }] },
    buildInquiry({ claim: { use: 'claim' } }),
    // Days that are not in the calendar.
    buildInquiry({ patient: { birthDate: '1981-02-29' } }),
    buildInquiry({ patient: { birthDate: '0000-01-01' } }),
  ])
    expect((await ask(odd)).status).toBe(422)
  expect((await ask(buildInquiry({ claim: { note: 'x'.repeat(300_000) } }))).status).toBe(413)
  const bare = await fetch(`${portal.origin}/fhir/${brand}/r4/Claim/$inquire`, {
    method: 'POST',
    headers: { 'content-type': 'application/fhir+json' },
    body: JSON.stringify(buildInquiry()),
  })
  expect(bare.status).toBe(401)
  expect(await bare.text()).not.toContain(number)
})

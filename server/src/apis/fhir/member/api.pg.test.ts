import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type FhirTypeName, fhirTypes } from '@portico/contract/fhir/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparable, sortKeys } from '../../../../test/fhir/comparable.ts'
import { type FhirApi, openFhirApi } from '../../../../test/fhir-api.ts'
import { importFiles, ndjson } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { eventsWith } from '../../../../test/rows.ts'
import { perMinute } from '../allowances.ts'

const portal = testPortal()
const guides = join(import.meta.dirname, '../../../../test/fhir/guides.ndjson.gz')
const sources = gunzipSync(readFileSync(guides)).toString().trim().split('\n')
type Json = Record<string, unknown>
const parsed: Json[] = sources.map((line) => JSON.parse(line))

let api: FhirApi
/** The members created from the guides' patients, by the Patient's id. */
let members: Map<string, string>
beforeAll(async () => {
  api = await openFhirApi(portal)
  const job = { kind: 'fhir', brand: 'neb', assignNumbers: true }
  await importFiles(portal.database, [guides], job)
  const { rows } = await sql<{ patient: string; member: string }>`
    select patient_id as patient, member_id as member from import_patient where brand = 'neb' and member_id is not null`.execute(
    portal.database.read,
  )
  members = new Map(rows.map(({ patient, member }) => [patient, member]))
})
afterAll(() => api?.app.close())

const base = '/fhir/neb/r4'
const findMember = (patient: string) => members.get(patient) ?? ''
const requestToken = (patient: string, more: object = {}) =>
  api.tokenFor({ brand: 'neb', memberId: findMember(patient), includesSensitive: true, ...more })
const readResources = (bundle: { entry?: { resource: Json; search?: Json }[] }) =>
  (bundle.entry ?? []).map(({ resource }) => resource)
const listIds = (some: readonly Json[]) => some.map(({ id }) => String(id))
const types = Object.keys(fhirTypes) as FhirTypeName[]
const memberTypes = types.filter((type) => fhirTypes[type].audience === 'member')

/** All pages of a search. */
async function all(token: string, url: string): Promise<Json[]> {
  const found: Json[] = []
  for (let next: string | undefined = url; next !== undefined; ) {
    const { status, body } = await api.ask(token, next.replace(/^http:\/\/[^/]+/, ''))
    expect([status, next]).toEqual([200, next])
    found.push(...readResources(body))
    next = body.link.find(({ relation }: Json) => relation === 'next')?.url
  }
  return found
}

describe('OS-20 examples of the guides', () => {
  test('OS-20 OS-1 everything imported is served, and equals what came, element by element', async () => {
    const served: Json[] = []
    // Of several Patients whose numbers make them one person, one is served.
    const one = new Map([...members].map(([patient, member]) => [member, patient]))
    const isAlone = (patient: string) =>
      [...members.values()].filter((member) => member === members.get(patient)).length === 1
    for (const patient of one.values()) {
      const token = requestToken(patient)
      for (const type of memberTypes)
        if (type !== 'Patient' || isAlone(patient)) served.push(...(await all(token, `${base}/${type}?_count=200`)))
    }
    const withoutId = ({ id: _, ...one }: Json) => comparable(one)
    const known = parsed.filter(({ resourceType }) => memberTypes.includes(resourceType as FhirTypeName))
    const ownersKnown = known.filter((one) => {
      const of = (one.subject ?? one.patient ?? one.beneficiary) as Json | undefined
      if (one.resourceType === 'Patient') return isAlone(String(one.id))
      return members.has(String(of?.reference).split('/').at(-1) ?? '')
    })
    const texts = (some: readonly Json[]) => some.map((one) => JSON.stringify(withoutId(one), sortKeys)).toSorted()
    expect(served.length).toBeGreaterThan(150)
    // An example that was entered in error is not served.
    expect(texts(served)).toEqual(texts(ownersKnown.filter(({ status }) => status !== 'entered-in-error')))
  })

  test.each([
    ['line', (text: string) => `${text}\n`],
    ['document', (text: string) => text.replace('{', '{\n').replace(',', ',\n')],
    [
      'Bundle in a line',
      (text: string) => `{"resourceType":"Bundle","type":"collection","entry":[{"resource":${text}}]}\n`,
    ],
    [
      'Bundle of many lines',
      (text: string) => `{\n"resourceType":"Bundle",\n"type":"collection",\n"entry":[\n{"resource":${text}}\n]\n}`,
    ],
    [
      'resource that contains its patient',
      (text: string) =>
        text.replace(
          '"subject"',
          '"contained":[{"resourceType":"Patient","id":"own","name":[{"family":"X"}],"birthDate":"1980-01-01"}],"subject"',
        ),
    ],
  ])('OS-20 numbers in %s are served as written in the file', async (form, written) => {
    const code = `exact-${form.replaceAll(' ', '-')}`
    const text = `{"resourceType":"Observation","id":"${code}","subject":{"reference":"Patient/example"},"code":{"coding":[{"code":"${code}"}]},"valueQuantity":{"value":10.50,"unit":"mg"},"note":[{"text":"10.50"},{"text":"\\u0000#\\u0022x"}],"component":[{"valueQuantity":{"value":1.0E-2}},{"valueInteger":-0.0}]}`
    await importFiles(portal.database, { 'exact.json': written(text) }, { kind: 'fhir', brand: 'neb' })
    const { text: served, body } = await api.ask(requestToken('example'), `${base}/Observation?code=${code}`)
    expect(readResources(body)).toHaveLength(1)
    for (const letters of ['"value":10.50,"unit":"mg"', '"text":"10.50"', '"value":1.0E-2', '"valueInteger":-0.0'])
      expect(served).toContain(letters)
  })

  test('OS-23 no reference in any answer is dead', async () => {
    for (const patient of members.keys()) {
      const token = requestToken(patient)
      const { text } = await api.ask(token, `${base}/Patient/${await readId(token)}/$everything?_count=200`)
      const references = new Set(
        [...text.matchAll(/"reference":"([A-Z]\w+\/[\w.-]+)"/g)].map(([, target = '']) => target),
      )
      for (const target of references)
        expect([(await api.ask(token, `${base}/${target}`)).status, target]).toEqual([200, target])
    }
  })
})

async function readId(token: string): Promise<string> {
  const { body } = await api.ask(token, `${base}/Patient`)
  return String(readResources(body)[0]?.id)
}

/** A value by which a search finds a resource, from its row on the shelf. */
async function toValues(memberId: string, type: FhirTypeName, name: string): Promise<string[]> {
  const { kind } = fhirTypes[type].parameters[name as never] as { kind: string }
  const { rows } = await sql<{ tokens: string[]; dates: Record<string, [number, number][]>; refs: string[] }>`
    select tokens, dates, refs from fhir_resource where member_id = ${memberId} and type = ${type} and body is not null`.execute(
    portal.database.read,
  )
  return rows.flatMap(({ tokens, dates, refs }) => {
    if (kind === 'date')
      return (dates[name] ?? []).flatMap(([from]) => (from > -1e15 ? new Date(from).toISOString().slice(0, 10) : []))
    if (kind === 'reference')
      return refs.filter((ref) => ref.startsWith(`${name}=`)).map((ref) => ref.slice(name.length + 1))
    const mark = kind === 'string' ? '=' : kind === 'uri' ? ':' : '|'
    return tokens.filter((token) => token.startsWith(name + mark)).map((token) => token.slice(name.length + 1))
  })
}
const escapeHtml = (value: string) => encodeURIComponent(value.replace(/,/g, '\\,'))

describe('OS-1 every search of the registry', () => {
  test.each(memberTypes)(
    'OS-1 %s is found by each of its parameters alone, in pairs, without a hit, and by :missing',
    async (type) => {
      let tried = 0
      for (const patient of members.keys()) {
        const token = requestToken(patient)
        const everything = await all(token, `${base}/${type}?_count=200`)
        if (everything.length === 0) continue
        const { body: first } = await api.ask(token, `${base}/${type}?_count=1`)
        const { origin } = new URL(first.link[0].url)
        const found: [string, string, string[]][] = []
        for (const name of Object.keys(fhirTypes[type].parameters)) {
          const [value] = await toValues(findMember(patient), type, name)
          const has = await all(token, `${base}/${type}?${name}:missing=false&_count=200`)
          const hasNot = await all(token, `${base}/${type}?${name}:missing=true&_count=200`)
          expect([name, has.length + hasNot.length]).toEqual([name, everything.length])
          if (value === undefined) continue
          const { kind } = fhirTypes[type].parameters[name as never] as { kind: string }
          const asked = kind === 'date' ? `ge${value}` : value
          const alone = listIds(await all(token, `${base}/${type}?${name}=${escapeHtml(asked)}&_count=200`))
          found.push([name, asked, alone])
          expect([type, name, alone.length > 0]).toEqual([type, name, true])
          if (kind === 'reference') {
            const forms = [value.slice(value.indexOf('/') + 1), `${origin}${base}/${value}`]
            for (const form of forms)
              expect([
                form,
                listIds(await all(token, `${base}/${type}?${name}=${escapeHtml(form)}&_count=200`)),
              ]).toEqual([form, alone])
          }
          tried += 1
          const none = {
            token: 'urn:x|none',
            string: 'zzzz',
            uri: 'urn:none',
            date: 'lt1800',
            reference: 'Organization/none',
          }[kind]
          if (name === 'patient') continue
          expect([name, await all(token, `${base}/${type}?${name}=${escapeHtml(none ?? '')}`)]).toEqual([name, []])
        }
        for (const [one, value, ids] of found.slice(0, 5))
          for (const [other, second, others] of found.slice(0, 5)) {
            const both = ids.filter((id) => others.includes(id))
            const url = `${base}/${type}?${one}=${escapeHtml(value)}&${other}=${escapeHtml(second)}&_count=200&_total=accurate`
            const { body } = await api.ask(token, url)
            expect([url, body.total, listIds(readResources(body)).toSorted()]).toEqual([
              url,
              both.length,
              both.toSorted(),
            ])
          }
      }
      expect([type, tried > 0 || ['Specimen', 'ServiceRequest'].includes(type)]).toEqual([type, true])
    },
  )

  test.each(types.filter((type) => fhirTypes[type].audience === 'party'))(
    'OS-1 OS-22 %s, about care providers, is found by each of its parameters, only for members of its brand',
    async (type) => {
      // The guides have no example of a role.
      const role = {
        resourceType: 'PractitionerRole',
        id: 'role',
        identifier: [{ system: 'urn:role', value: '1' }],
        specialty: [{ coding: [{ system: 'http://nucc.org/provider-taxonomy', code: '207RC0000X' }] }],
      }
      await importFiles(portal.database, { 'role.ndjson': ndjson([role]) }, { kind: 'fhir', brand: 'neb' })
      const token = requestToken('example')
      const { rows } = await sql<{ id: string; tokens: string[]; refs: string[] }>`
        select id, tokens, refs from fhir_party where brand = 'neb' and type = ${type}`.execute(portal.database.read)
      expect(rows.length).toBeGreaterThan(0)
      let tried = 0
      for (const name of Object.keys(fhirTypes[type].parameters))
        for (const { id, tokens, refs } of rows) {
          const [found] = [...tokens, ...refs].filter((one) => new RegExp(`^${name}[=|]`).test(one))
          if (found === undefined) continue
          const url = `${base}/${type}?${name}=${escapeHtml(found.slice(name.length + 1))}&_count=200`
          expect([url, listIds(await all(token, url))]).toEqual([url, expect.arrayContaining([id])])
          tried += 1
        }
      expect(tried).toBeGreaterThan(0)
      const other = await sql<{
        id: string
      }>`select member_id as id from member where brand = 'hmbcbs' limit 1`.execute(portal.database.read)
      const foreign = api.tokenFor({ brand: 'hmbcbs', memberId: other.rows[0]?.id ?? '' })
      for (const { id } of rows) {
        expect((await api.ask(token, `${base}/${type}/${id}`)).status).toBe(200)
        expect((await api.ask(foreign, `/fhir/hmbcbs/r4/${type}/${id}`)).status).toBe(404)
        expect(readResources((await api.ask(foreign, `/fhir/hmbcbs/r4/${type}?_id=${id}`)).body)).toEqual([])
      }
    },
  )

  test('OS-1 a person is found by their day of death', async () => {
    const patient = {
      ...{ resourceType: 'Patient', id: 'dead', birthDate: '1930-05-06', deceasedDateTime: '2026-01-15T10:00:00Z' },
      name: [{ family: 'Gone', given: ['Ada'] }],
      identifier: [{ type: { coding: [{ code: 'MB' }] }, value: '88801000001' }],
    }
    await importFiles(portal.database, { 'dead.ndjson': ndjson([patient]) }, { kind: 'fhir', brand: 'neb' })
    const { rows } = await sql<{ id: string }>`
      select member_id as id from import_patient where brand = 'neb' and patient_id = 'dead'`.execute(
      portal.database.read,
    )
    const [memberId = ''] = rows.map(({ id }) => id)
    const token = api.tokenFor({ brand: 'neb', memberId })
    const count = async (asked: string) => (await all(token, `${base}/Patient?${asked}`)).length
    expect(await count('death-date=2026-01-15&family=Gone')).toBe(1)
    expect(await count('death-date=gt2026-01')).toBe(0)
    expect(await count('death-date:missing=true')).toBe(0)
  })

  test('OS-24 pages of any size give the same set, in either order', async () => {
    const token = requestToken('example')
    const ids = async (query: string) => (await all(token, `${base}/Observation?${query}`)).map(({ id }) => String(id))
    const whole = await ids('_count=200')
    expect(whole.length).toBeGreaterThan(30)
    for (const query of ['_count=7', '_count=13&_sort=date', '_count=11&_sort=-date', '_count=9&_sort=_lastUpdated']) {
      const paged = await ids(query)
      expect([query, paged.toSorted()]).toEqual([query, whole.toSorted()])
    }
    expect(await ids('_count=7&_sort=_lastUpdated')).toEqual((await ids('_count=7&_sort=-_lastUpdated')).toReversed())
    const { body } = await api.ask(token, `${base}/Observation?_summary=count`)
    expect([body.total, body.entry]).toEqual([whole.length, undefined])
  })

  test('OS-1 includes, Provenance and everything are returned, and nothing outside the scopes', async () => {
    const patient =
      [...members.keys()].find((id) =>
        parsed.some(
          (one) =>
            one.resourceType === 'ExplanationOfBenefit' && JSON.stringify(one.patient).includes(`Patient/${id}"`),
        ),
      ) ?? ''
    const token = requestToken(patient)
    const kinds = async (of: string, query: string) => {
      const { body } = await api.ask(of, `${base}/ExplanationOfBenefit?${query}`)
      return new Set(readResources(body).map(({ resourceType }) => resourceType))
    }
    expect(await kinds(token, '_include=ExplanationOfBenefit:coverage')).toEqual(
      new Set(['ExplanationOfBenefit', 'Coverage']),
    )
    expect(await kinds(token, '_include=*')).toEqual(
      new Set(['ExplanationOfBenefit', 'Coverage', 'Patient', 'Organization', 'Practitioner']),
    )
    expect(await kinds(token, '_revinclude=Provenance:target')).toEqual(new Set(['ExplanationOfBenefit', 'Provenance']))
    const narrow = requestToken(patient, { scopes: ['patient/ExplanationOfBenefit.rs', 'patient/Coverage.s'] })
    expect(await kinds(narrow, '_include=*')).toEqual(new Set(['ExplanationOfBenefit']))
    expect((await api.ask(narrow, `${base}/ExplanationOfBenefit?_revinclude=Provenance:target`)).status).toBe(403)
    expect((await api.ask(narrow, `${base}/Patient`)).status).toBe(403)
    const everything = await all(token, `${base}/Patient/${await readId(token)}/$everything?_count=3`)
    expect(new Set(everything.map(({ resourceType }) => resourceType))).toContain('Organization')
    const [first] = readResources((await api.ask(token, `${base}/Provenance?_count=1`)).body)
    expect((await api.ask(token, `${base}/Provenance/${first?.id}`)).body).toEqual(first)
  })

  test('OS-5 Provenance names the plan that sent a resource, the organization that wrote it, and when it came', async () => {
    const buildObservation = (code: string, performer: string) => ({
      resourceType: 'Observation',
      id: `provenance-${code}`,
      subject: { reference: 'Patient/example' },
      code: { coding: [{ code }] },
      performer: [{ reference: performer }],
    })
    const resources = [
      { resourceType: 'Organization', id: 'author', name: 'Lab' },
      buildObservation('known', 'Organization/author'),
      buildObservation('unknown', 'Organization/nowhere'),
    ]
    await importFiles(portal.database, { 'p.ndjson': ndjson(resources) }, { kind: 'fhir', brand: 'neb' })
    const token = requestToken('example')
    const [lab] = await all(token, `${base}/Organization?name:exact=Lab`)
    const listAgents = async (code: string) => {
      const [one = {}] = await all(token, `${base}/Observation?code=${code}`)
      const [told = {}] = await all(token, `${base}/Provenance?target=Observation/${one.id}`)
      const { lastUpdated } = one.meta as Json
      expect([told.target, told.recorded]).toEqual([[{ reference: `Observation/${one.id}` }], lastUpdated])
      return (told.agent as Json[]).map(({ type, who }) => [((type as Json).coding as Json[])[0]?.code, who])
    }
    const plan = { display: expect.stringMatching(/./) }
    expect(await listAgents('known')).toEqual([
      ['transmitter', plan],
      ['author', { reference: `Organization/${lab?.id}` }],
    ])
    // Unknown agents are not named: the plan is the source that can be asked.
    expect(await listAgents('unknown')).toEqual([
      ['transmitter', plan],
      ['author', plan],
    ])
  })

  test('OS-33 a scope narrowed by category reads only that', async () => {
    const token = requestToken('example', {
      scopes: ['patient/Observation.rs?category=http://terminology.hl7.org/CodeSystem/observation-category|laboratory'],
    })
    const found = await all(token, `${base}/Observation?_count=200`)
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(({ category }) => JSON.stringify(category).includes('"laboratory"'))).toBe(true)
    const vital = (await all(requestToken('example'), `${base}/Observation?category=vital-signs`))[0]
    expect((await api.ask(token, `${base}/Observation/${vital?.id}`)).status).toBe(404)
  })
})

describe('OS-2 reads', () => {
  test('OS-2 OS-7 a resource answers with its version, 304 if that is known, otherwise 404 and 410, and its history', async () => {
    const token = requestToken('example')
    const [one] = await all(token, `${base}/Condition?_count=200`)
    const { status, headers, body } = await api.ask(token, `${base}/Condition/${one?.id}`)
    expect([status, headers.etag, headers['cache-control']]).toEqual([200, 'W/"1"', 'private, no-cache'])
    expect(Date.parse(String(headers['last-modified']))).toBeGreaterThan(0)
    expect(
      (await api.ask(token, `${base}/Condition/${one?.id}`, { headers: { 'if-none-match': 'W/"1"' } })).status,
    ).toBe(304)
    expect((await api.ask(token, `${base}/Condition/${one?.id}/_history/1`)).body).toEqual(body)
    expect((await api.ask(token, `${base}/Condition/${one?.id}/_history/2`)).status).toBe(404)
    const source = parsed.find(({ resourceType, status }) => resourceType === 'Condition' && status === undefined)
    await importFiles(
      portal.database,
      {
        'd.ndjson': ndjson([
          {
            resourceType: 'Bundle',
            type: 'transaction',
            entry: [{ request: { method: 'DELETE', url: `Condition/${source?.id}` } }],
          },
        ]),
      },
      { kind: 'fhir', brand: 'neb' },
    )
    const gone = await sql<{
      id: string
    }>`select id from fhir_resource where body is null and member_id = ${findMember('example')}`.execute(
      portal.database.read,
    )
    const id = gone.rows[0]?.id
    expect((await api.ask(token, `${base}/Condition/${id}`)).status).toBe(410)
    expect(
      (await api.ask(token, `${base}/Condition/${id}/_history`)).body.entry.map(
        ({ request }: { request: Json }) => request.method,
      ),
    ).toEqual(['DELETE', 'POST'])
  })

  test('OS-44 OS-6 each answer is audited with member, grant, type and number, and the member’s app sees it', async () => {
    const grantId = crypto.randomUUID()
    const token = requestToken('example', { grantId })
    const found = readResources((await api.ask(token, `${base}/Observation?_count=4`)).body)
    const [event] = await eventsWith(portal.database, { record_id: grantId })
    expect(event).toMatchObject({
      action: `app.read Observation ${found.length}`,
      member_id: findMember('example'),
      record_type: 'grant',
      outcome: 'done',
    })
    const { body } = await api.ask(token, `${base}/AuditEvent?_count=1`)
    expect(readResources(body)[0]).toMatchObject({
      resourceType: 'AuditEvent',
      id: event?.event_id,
      entity: [{ description: 'Observation' }],
    })
  })
})

describe('OS-7 refusals', () => {
  test('OS-7 MP-14 data that only the patient may see is left out without a trace, unless the app has access to it', async () => {
    const number = '88200000001'
    const patient = {
      resourceType: 'Patient',
      id: 'own',
      identifier: [{ type: { coding: [{ code: 'MB' }] }, value: number }],
      name: [{ family: 'Own', given: ['Ann'] }],
      birthDate: '1980-01-01',
    }
    const condition = (id: string, security: object[]) => ({
      resourceType: 'Condition',
      id,
      meta: { security },
      subject: { reference: 'Patient/own' },
    })
    await importFiles(
      portal.database,
      { 'o.ndjson': ndjson([patient, condition('open', []), condition('secret', [{ code: 'ETH' }])]) },
      { kind: 'fhir', brand: 'neb' },
    )
    const { rows } = await sql<{
      id: string
    }>`select member_id as id from member where member_number = ${number}`.execute(portal.database.read)
    const memberId = rows[0]?.id ?? ''
    const tokens = [false, true].map((includesSensitive) => api.tokenFor({ brand: 'neb', memberId, includesSensitive }))
    const [plain = '', whole = ''] = tokens
    expect(await all(plain, `${base}/Condition`)).toHaveLength(1)
    const secret = (await all(whole, `${base}/Condition`)).find(({ meta }) => JSON.stringify(meta).includes('ETH'))
    for (const path of [
      `Condition/${secret?.id}`,
      `Condition/${secret?.id}/_history`,
      `Condition/${secret?.id}/_history/1`,
      `Provenance/Condition.${secret?.id}`,
    ])
      expect([path, (await api.ask(plain, `${base}/${path}`)).status]).toEqual([path, 404])
    for (const query of ['Condition?_summary=count', 'Condition?_total=accurate'])
      expect((await api.ask(plain, `${base}/${query}`)).body.total).toBe(1)
    const everything = await all(plain, `${base}/Patient/${await readId(plain)}/$everything`)
    expect(JSON.stringify(everything)).not.toContain('ETH')
  })

  test('OS-7 another member’s and brand’s resources, cursors and tokens do not work', async () => {
    const [own, other] = [requestToken('example'), requestToken('Patient1')]
    const { rows } = await sql<{
      id: string
    }>`select member_id as id from member where brand = 'hmbcbs' limit 1`.execute(portal.database.read)
    const foreign = api.tokenFor({ brand: 'hmbcbs', memberId: rows[0]?.id ?? '' })
    for (const type of memberTypes) {
      for (const { id } of await all(own, `${base}/${type}?_count=2`)) {
        for (const path of [
          `${type}/${id}`,
          `${type}/${id}/_history`,
          `${type}/${id}/_history/1`,
          `Provenance/${type}.${id}`,
        ])
          expect([path, (await api.ask(other, `${base}/${path}`)).status]).toEqual([path, 404])
        expect(await all(other, `${base}/${type}?_id=${id}`)).toEqual([])
        expect((await api.ask(foreign, `${base}/${type}/${id}`)).status).toBe(401)
        expect((await api.ask(foreign, `/fhir/hmbcbs/r4/${type}/${id}`)).status).toBe(404)
        break
      }
    }
    const id = await readId(own)
    expect((await api.ask(other, `${base}/Patient/${id}/$everything`)).status).toBe(404)
    expect(await all(other, `${base}/Observation?patient=${id}`)).toEqual([])
    const { body } = await api.ask(own, `${base}/Observation?_count=1`)
    const next = String(body.link[1].url).replace(/^http:\/\/[^/]+/, '')
    expect((await api.ask(own, next)).status).toBe(200)
    expect((await api.ask(other, next)).status).toBe(404)
    expect((await api.ask(own, next.replace('Observation?', 'Condition?'))).status).toBe(404)
    expect((await api.ask(own, `${next.slice(0, -3)}abc`)).status).toBe(404)
    expect((await api.ask(null, next)).status).toBe(401)
  })

  test.each<[string, string, number]>([
    ['an unknown type', '/Nothing', 404],
    ['an unknown parameter', '/Observation?colour=red', 400],
    ['an unknown modifier', '/Observation?code:weird=1', 400],
    ['a modifier of another kind', '/Observation?date:exact=2020', 400],
    ['two modifiers', '/Observation?code:not:missing=true', 400],
    ['an unknown prefix', '/Observation?date=zz2020', 400],
    ['a day that does not exist', '/Observation?date=2026-02-30', 400],
    ['the year 0000', '/Observation?date=0000', 400],
    ['a negative count', '/Observation?_count=-1', 400],
    ['3,000 ids', `/Observation?_id=${'a,'.repeat(3000)}a`, 400],
    ['20 times a parameter', `/Observation?${'code=1&'.repeat(20)}`, 400],
    ['a chain of seven', '/Observation?subject.a.b.c.d.e.f=1', 400],
    ['an id of 300 characters', `/Observation/${'a'.repeat(300)}`, 404],
    ['an id that is none', '/Observation?_id=%27%20or%201=1', 400],
    ['NUL', '/Observation?code=%00', 400],
    ['bytes that are no text', '/Observation?code=%ff', 400],
    ['half of a pair', '/Observation?code=%ED%A0%80', 400],
    ['an include that there is not', '/Observation?_include=Observation:nothing', 400],
    ['an include of another type', '/Observation?_include=Condition:encounter', 400],
    ['an include that goes on', '/Observation?_include:iterate=Observation:encounter', 400],
    ['another revinclude', '/Observation?_revinclude=AuditEvent:entity', 400],
    ['an order that there is not', '/Observation?_sort=code', 400],
    ['XML', '/Observation?_format=xml', 406],
    ['a made-up page', '/Observation?_page=abc', 400],
    ['a page with more', `/Observation?code=1&_page=${'a'.repeat(60)}`, 400],
    ['a token in the address', '/Observation?access_token=x', 400],
    ['a search of everybody', '/Practitioner', 400],
    ['an empty value', '/Observation?code=', 400],
    ['a date with a quote', "/Observation?date=2020'", 400],
    ['a path with more', '/Observation/a/b/c/d', 404],
  ])(
    'OS-7 %s is refused with its status, an OperationOutcome, and nothing of what was sent',
    async (_, path, status) => {
      const answer = await api.ask(requestToken('example'), `${base}${path}`)
      expect([answer.status, answer.body.resourceType]).toEqual([status, 'OperationOutcome'])
      expect(answer.text).not.toMatch(/zz2020|weird|1=1|select|colour=/)
    },
  )

  test('OS-7 years at the edge, writes, forms and headers', async () => {
    const token = requestToken('example')
    expect((await api.ask(token, `${base}/Observation?date=lt9999-12-31`)).status).toBe(200)
    expect((await api.ask(token, `${base}/Observation?_lastUpdated=lt9999`)).status).toBe(200)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const posted = await api.ask(token, `${base}/Observation/_search`, {
      method: 'POST',
      payload: 'code=http://loinc.org|85354-9',
      headers: form,
    })
    expect([posted.status, readResources(posted.body).length > 0]).toEqual([200, true])
    const bundle = {
      method: 'POST',
      payload: '{"resourceType":"Bundle"}',
      headers: { 'content-type': 'application/fhir+json' },
    } as const
    expect((await api.ask(token, base, bundle)).status).toBe(415)
    expect(
      (await api.ask(token, `${base}/Observation`, { ...bundle, headers: { 'content-type': 'application/json' } }))
        .status,
    ).toBe(405)
    expect((await api.ask(token, `${base}/Observation/_search`, bundle)).status).toBe(415)
    expect(
      (
        await api.ask(token, `${base}/Observation/_search`, {
          method: 'POST',
          payload: 'a'.repeat(40_000),
          headers: form,
        })
      ).status,
    ).toBe(413)
    expect((await api.ask(token, `${base}/Observation`, { headers: { prefer: 'respond-async' } })).status).toBe(400)
    expect((await api.ask(token, `${base}/Observation`, { headers: { accept: 'application/fhir+xml' } })).status).toBe(
      406,
    )
    const refused = await api.ask(null, `${base}/Observation`)
    expect([refused.status, refused.headers['www-authenticate'], refused.body.issue[0].code]).toEqual([
      401,
      'Bearer',
      'login',
    ])
    expect((await api.ask(token, '/fhir/nobrand/r4/Observation')).status).toBe(404)
  })

  test('OS-43 OS-7 a grant that asks too often learns so, and when to come again; other grants are not delayed', async () => {
    const grantId = randomUUID()
    const token = requestToken('example', { grantId })
    const bytesLeft = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
      Number(/"bytes";r=(\d+)/.exec(String(headers.ratelimit))?.[1])
    const one = await api.ask(token, `${base}/Patient/${findMember('example')}`)
    const next = await api.ask(token, `${base}/Nothing/1`)
    expect(bytesLeft(one) - bytesLeft(next)).toBe(Buffer.byteLength(one.text))
    expect(next.headers).toMatchObject({
      ratelimit: expect.stringContaining(`"requests";r=${perMinute.requests - 2};`),
    })
    for (let asked = 2; asked < perMinute.requests; asked += 1) await api.ask(token, `${base}/Nothing/1`)
    // Another token of the same grant has no more rights than the first.
    const refused = await api.ask(requestToken('example', { grantId }), `${base}/Patient/${findMember('example')}`)
    expect([refused.status, refused.body.issue[0].code]).toEqual([429, 'throttled'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(2)
    expect((await api.ask(requestToken('example'), `${base}/Patient/${findMember('example')}`)).status).toBe(200)
  })

  test('OS-1 a long page is compressed for callers that accept it, and is the same', async () => {
    const token = requestToken('example')
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br, gzip' }
    const url = `${base}/Observation?_count=40&_sort=_lastUpdated`
    const packed = await api.app.inject({ method: 'GET', url, headers })
    expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual([
      'gzip',
      expect.stringContaining('accept-encoding'),
    ])
    const plain = await api.ask(token, url)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(listIds(readResources(JSON.parse(gunzipSync(packed.rawPayload).toString())))).toEqual(
      listIds(readResources(plain.body)),
    )
  })

  test('OS-7 no log line has an id, a value or a token', async () => {
    const token = requestToken('example')
    const id = await readId(token)
    await api.ask(token, `${base}/Patient/${id}`)
    await api.ask(token, `${base}/Observation?code=85354-9`)
    const log = api.log.join('\n')
    for (const told of [id, token, '85354-9', findMember('example')]) expect(log).not.toContain(told)
  })
})

test('OS-1 OS-2 care providers are found by when they changed, and not without any parameter', async () => {
  const token = requestToken('example')
  const [one = {}] = await all(token, `${base}/Organization?name=a`)
  const at = String((one.meta as Json).lastUpdated)
  expect(at).toMatch(/^\d{4}-/)
  expect((await all(token, `${base}/Organization?_lastUpdated=${at}`)).map(({ id }) => id)).toContain(one.id)
  expect(await all(token, `${base}/Organization?_lastUpdated=gt2999-01-01`)).toEqual([])
  const { status, body } = await api.ask(token, `${base}/Organization`)
  expect([status, body.issue[0].code]).toEqual([400, 'too-costly'])
})

test('OS-1 the capability statement describes the registry, to anyone and any origin', async () => {
  const { status, headers, body } = await api.ask(null, `${base}/metadata`)
  expect([status, headers['access-control-allow-origin']]).toEqual([200, '*'])
  const served = new Map(
    (body.rest[0].resource as { type: string; searchParam: { name: string }[] }[]).map((one) => [one.type, one]),
  )
  for (const type of types) {
    const names = served.get(type)?.searchParam.map(({ name }) => name)
    expect(names).toEqual(['_id', '_lastUpdated', ...Object.keys(fhirTypes[type].parameters)])
  }
})

test('OS-1 apps find every brand, its name and its endpoint in one cached bundle', async () => {
  const { status, headers, body } = await api.ask(null, '/fhir/brands')
  expect([status, headers['access-control-allow-origin'], headers['cache-control']]).toEqual([
    200,
    '*',
    'public, max-age=300',
  ])
  const found = body.entry.map(({ resource }: { resource: Json }) => resource)
  const organizations = found.filter(({ resourceType }: Json) => resourceType === 'Organization')
  expect(organizations.length).toBeGreaterThan(30)
  expect(JSON.stringify(found)).not.toContain('null')
  for (const { endpoint, telecom } of organizations) {
    // What SMART's profiles require of both.
    expect(telecom).toEqual([{ system: 'url', value: expect.stringMatching(/^https:\/\/[\w.-]+$/) }])
    const { address, contact } = found.find(
      ({ resourceType, id }: Json) => `${resourceType}/${id}` === endpoint[0].reference,
    )
    expect(contact).toEqual([{ system: 'url', value: `${new URL(address).origin}/developers/` }])
    const answer = await api.ask(null, `${new URL(address).pathname}/metadata`)
    expect([answer.status, answer.body.implementation.url]).toEqual([200, address])
  }
  expect((await api.ask(null, '/fhir/brands', { headers: { 'if-none-match': String(headers.etag) } })).status).toBe(304)
})

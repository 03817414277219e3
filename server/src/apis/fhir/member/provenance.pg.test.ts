import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparable } from '../../../../test/fhir/comparable.ts'
import { type FhirApi, type Given, openFhirApi } from '../../../../test/fhir-api.ts'
import { importFiles, ndjson } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { setSettings } from '../../../../test/settings.ts'

type Json = Readonly<Record<string, unknown>>

const portal = testPortal()
const base = '/fhir/neb/r4'
const take = (resources: readonly object[], more: object = { brand: 'neb' }) =>
  importFiles(portal.database, { 'p.ndjson': ndjson([...resources]) }, { kind: 'fhir', ...more })

const patient = (id: string, number: string) => ({
  ...{ resourceType: 'Patient', id, name: [{ family: 'Sample', given: ['Robin'] }], birthDate: '1980-02-29' },
  identifier: [{ type: { coding: [{ code: 'MB' }] }, value: number }],
})
const observation = (id: string, of: string) => ({
  ...{ resourceType: 'Observation', id, status: 'final', subject: { reference: `Patient/${of}` } },
  code: { coding: [{ code: id }] },
})
const secret = {
  ...{ resourceType: 'Condition', id: 'secret', subject: { reference: 'Patient/ann' } },
  meta: { security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'ETH' }] },
}
/** Provenance as another system sends it. */
const provenance = (id: string, recorded: string, ...targets: readonly string[]) => ({
  ...{ resourceType: 'Provenance', id, recorded, target: targets.map((reference) => ({ reference })) },
  activity: { coding: [{ code: 'CREATE' }] },
  agent: [
    {
      type: { coding: [{ code: 'author' }] },
      who: { reference: 'Organization/lab' },
      onBehalfOf: { display: 'A lab' },
    },
    { type: { coding: [{ code: 'informant' }] }, who: { reference: 'Patient/ann' } },
  ],
})
const about = provenance('about', '2019-03-04T05:06:07.080Z', 'Observation/glucose/_history/3')
const aboutBoth = provenance('both', '2020-01-01T00:00:00Z', 'Observation/glucose', 'Condition/secret')
const aboutMissing = provenance('missing', '2020-01-01T00:00:00Z', 'Observation/nowhere')
const aboutTwo = provenance('two', '2020-01-01T00:00:00Z', 'Observation/glucose', 'Observation/other')
const aboutOther = provenance('of-other', '2020-01-01T00:00:00Z', 'Observation/other')

let api: FhirApi
let members: Map<string, string>
beforeAll(async () => {
  api = await openFhirApi(portal)
  // It precedes everything that it is about.
  const all = [
    about,
    aboutBoth,
    aboutMissing,
    aboutTwo,
    aboutOther,
    provenance('of-plan', '2020-01-01', 'Organization/lab'),
  ]
  const { counts, rejected } = await take([
    ...all,
    ...[patient('ann', '88100000001'), patient('bob', '88100000002'), secret],
    ...[observation('glucose', 'ann'), observation('sodium', 'ann'), observation('other', 'bob')],
    { resourceType: 'Organization', id: 'lab', name: 'Lab' },
  ])
  expect(counts).toMatchObject({ rejected: 2, skipped: 1 })
  expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
    [3, expect.stringContaining('is known: load that, then this again')],
    [4, expect.stringContaining('is about several members')],
  ])
  const { rows } = await sql<{ patient: string; member: string }>`
    select patient_id as patient, member_id as member from import_patient where brand = 'neb'`.execute(
    portal.database.read,
  )
  members = new Map(rows.map(({ patient, member }) => [patient, member]))
})
afterAll(() => api?.app.close())

const requestToken = (of: string, more: Partial<Given> = {}) =>
  api.tokenFor({ brand: 'neb', memberId: members.get(of) ?? '', includesSensitive: true, ...more })
const search = async (token: string, query: string) => {
  const { status, body } = await api.ask(token, `${base}/${query}`)
  expect([query, status]).toEqual([query, 200])
  return (body.entry ?? []).map(({ resource }: { resource: Json }) => resource) as Json[]
}
const listCame = (found: readonly Json[]) => found.filter(({ id }) => /^[0-9a-f-]{36}$/.test(String(id)))
const findGlucose = async () => {
  const [one] = await search(requestToken('ann'), 'Observation?code=glucose')
  return `Observation/${one?.id}`
}

test('OS-5 received Provenance is kept, whole, and answered beside the plan’s own for the same resource', async () => {
  const [token, glucose] = [requestToken('ann', { includesSensitive: false }), await findGlucose()]
  const [lab] = await search(token, 'Organization?name=Lab')
  for (const query of [`target=${glucose}`, `target=${glucose.slice(glucose.indexOf('/') + 1)}`]) {
    const found = await search(token, `Provenance?${query}`)
    const [came, ...others] = listCame(found)
    expect([found.length, others]).toEqual([2, []])
    expect(found.map(({ id }) => id)).toContain(`Observation.${glucose.slice(glucose.indexOf('/') + 1)}`)
    const { id: _, ...content } = about
    expect(comparable({ ...came, id: undefined })).toEqual(comparable({ ...content, id: undefined }))
    expect(came).toMatchObject({
      target: [{ reference: glucose }],
      agent: [
        { who: { reference: `Organization/${lab?.id}` } },
        { who: { reference: `Patient/${members.get('ann')}` } },
      ],
    })
    expect((await api.ask(token, `${base}/Provenance/${came?.id}`)).body).toEqual(came)
  }
  const beside = await search(token, 'Observation?code=glucose&_revinclude=Provenance:target')
  expect(listCame(beside.filter(({ resourceType }) => resourceType === 'Provenance'))).toHaveLength(1)
  expect(await search(token, 'Observation?code=sodium&_revinclude=Provenance:target')).toHaveLength(2)
  // It was recorded when it says so, not when it arrived here.
  const listRecorded = async (recorded: string) => (await search(token, `Provenance?recorded=${recorded}`)).length
  expect([await listRecorded('2019-03-04'), await listRecorded('lt2000')]).toEqual([1, 0])
})

test('OS-5 small pages contain each Provenance once', async () => {
  const token = requestToken('ann')
  const whole = (await search(token, 'Provenance?_count=200')).map(({ id }) => id)
  const paged: unknown[] = []
  for (let next: string | undefined = `${base}/Provenance?_count=2`; next !== undefined; ) {
    const { body } = await api.ask(token, next)
    for (const { resource } of body.entry ?? []) paged.push(resource.id)
    next = body.link.find(({ relation }: Json) => relation === 'next')?.url.replace(/^https?:\/\/[^/]+/, '')
  }
  expect(paged).toEqual(whole)
  expect(new Set(whole).size).toBe(whole.length)
})

test('OS-5 MP-14 OS-33 it reveals nothing that the token may not read: what only the patient may see, another type’s, another member’s', async () => {
  const [whole, glucose] = [requestToken('ann'), await findGlucose()]
  const came = listCame(await search(whole, `Provenance?target=${glucose}`))
  const both = came.find(({ target }) => Array.isArray(target) && target.length === 2)
  expect(both).toBeDefined()
  const others = {
    'without the patient’s own': requestToken('ann', { includesSensitive: false }),
    'of other types': requestToken('ann', { scopes: ['patient/Provenance.rs', 'patient/Observation.rs'] }),
    'of other categories': requestToken('ann', {
      scopes: ['patient/Provenance.rs', 'patient/Observation.rs?category=x'],
    }),
    'of another member': requestToken('bob'),
  }
  for (const [who, token] of Object.entries(others)) {
    expect([who, (await api.ask(token, `${base}/Provenance/${both?.id}`)).status]).toEqual([who, 404])
    const found = [
      ...(await search(token, 'Provenance?_count=200')),
      ...(await search(token, 'Observation?_revinclude=Provenance:target&_count=200')),
    ]
    expect([who, found.filter(({ id }) => id === both?.id)]).toEqual([who, []])
  }
  expect(listCame(await search(others['of other categories'], 'Provenance'))).toEqual([])
  expect(listCame(await search(others['of another member'], 'Provenance'))).toHaveLength(1)
})

test('OS-5 IM-2 the same again changes nothing; what its source deleted is gone here', async () => {
  expect((await take([about])).counts).toMatchObject({ unchanged: 1, created: 0 })
  const [token, glucose] = [requestToken('ann', { includesSensitive: false }), await findGlucose()]
  const [came] = listCame(await search(token, `Provenance?target=${glucose}`))
  const deletion = {
    ...{ resourceType: 'Bundle', type: 'transaction' },
    entry: [{ request: { method: 'DELETE', url: 'Provenance/about' } }],
  }
  expect((await take([deletion])).counts).toMatchObject({ updated: 1 })
  expect((await api.ask(token, `${base}/Provenance/${came?.id}`)).status).toBe(404)
  expect(listCame(await search(token, `Provenance?target=${glucose}`))).toEqual([])
})

test('OS-5 IM-1 in files about members of several brands, each goes to the brand that has what it is about', async () => {
  await setSettings(portal.database, 'wi', { IMPORT_PAYERS: 'Badger' })
  await setSettings(portal.database, 'fl', { IMPORT_PAYERS: 'Sunshine' })
  const cover = (of: string, display: string) => ({
    ...{ resourceType: 'Coverage', id: `v-${of}`, status: 'active', beneficiary: { reference: `Patient/${of}` } },
    payor: [{ display }],
  })
  const people = [
    patient('w', '88100000011'),
    cover('w', 'Badger'),
    patient('f', '88100000012'),
    cover('f', 'Sunshine'),
  ]
  const observed = [observation('of-w', 'w'), observation('of-f', 'f')]
  const sources = ['w', 'f'].map((one) => provenance(`p-${one}`, '2020-01-01', `Observation/of-${one}`))
  const all = [...sources, ...people, ...observed]
  expect((await take(all, { brands: ['wi', 'fl'], dryRun: true })).counts).toMatchObject({ rejected: 0 })
  expect((await take(all, { brands: ['wi', 'fl'] })).counts).toMatchObject({ rejected: 0 })
  const { rows } = await sql<{ brand: string }>`select brand from fhir_resource join member using (member_id)
    where type = 'Provenance' and brand in ('wi', 'fl') order by brand`.execute(portal.database.read)
  expect(rows.map(({ brand }) => brand)).toEqual(['fl', 'wi'])
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FhirApi, openFhirApi } from '../../../../test/fhir-api.ts'
import { testPortal } from '../../../../test/portal.ts'
import { importDirectory } from '../../../imports/imports/directory/run.ts'

const portal = testPortal()
const today = new Date().toISOString().slice(0, 10)
const base = '/fhir/hmbcbs/directory'
let api: FhirApi
let folder: string
beforeAll(async () => {
  api = await openFhirApi(portal)
  folder = mkdtempSync(join(tmpdir(), 'portico-directory-'))
  const file = (name: string, ...lines: readonly string[]) => {
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
    return join(folder, name)
  }
  const files = [
    file(
      'providers.csv',
      'npi,type,name,credential,specialty,taxonomy,address,city,state,zip,lat,lon,phone,gender,languages,accepting,saturday,verified_on',
      `1740796093,individual,Ana Corazon,MD,,207RC0000X,1 Main St,Pittsburgh,PA,15222,40.45,-79.99,412-555-0101,F,es,yes,,${today}`,
      `1588076731,individual,Bo Herz,MD,,207RC0000X,2 Far Rd,Erie,PA,16501,42.13,-80.09,814-555-0102,M,,no,,2020-01-01`,
      `1699254839,facility,Little Steps Clinic,,,261Q00000X,3 Hill St,Pittsburgh,PA,15222,40.45,-79.99,412-555-0103,,,yes,yes,${today}`,
    ),
    file(
      'networks.csv',
      'brand,network_id,network_name,npi,begins,ends,accepting,primary_care,verified_on',
      `hmbcbs,blue,Blue Choice,1740796093,2026-01-01,,yes,yes,${today}`,
      `hmbcbs,blue,Blue Choice,1699254839,2026-01-01,,yes,yes,${today}`,
      `ndbcbs,dakota,Dakota Choice,1588076731,2026-01-01,,yes,yes,${today}`,
    ),
  ]
  const options = {
    brand: null,
    brands: new Set(['hmbcbs', 'ndbcbs']),
    files,
    dryRun: false,
    allowRemovals: true,
    now: new Date(),
  }
  await importDirectory(
    portal.database,
    { ...options, findPoint: () => null },
    { progress: () => {}, reject: () => {} },
  )
})
afterAll(async () => {
  await api?.app.close()
  rmSync(folder, { recursive: true, force: true })
})

const findEntry = async (path: string) => {
  const { status, body } = await api.ask(null, `${base}${path}`)
  expect([path, status]).toEqual([path, 200])
  return (body.entry ?? []).map(({ resource }: { resource: Record<string, unknown> }) => resource)
}

test('OS-13 anyone reads who is in the brand’s networks, where, and for whom; references lead somewhere', async () => {
  const { status, headers, body } = await api.ask(null, `${base}/Practitioner/1740796093`)
  expect([status, headers['cache-control'], headers['access-control-allow-origin']]).toEqual([
    200,
    'public, max-age=300',
    '*',
  ])
  expect(body).toMatchObject({
    name: [{ text: 'Ana Corazon', family: 'Corazon', given: ['Ana'], suffix: ['MD'] }],
    gender: 'female',
  })
  const [role] = await findEntry('/PractitionerRole?practitioner=Practitioner/1740796093')
  for (const [, target = ''] of JSON.stringify(role).matchAll(/"reference":"([^"]+)"/g))
    expect([target, (await api.ask(null, `${base}/${target}`)).status]).toEqual([target, 200])
  expect(await findEntry('/Practitioner?identifier=http://hl7.org/fhir/sid/us-npi|1740796093')).toEqual([body])
  expect((await findEntry('/Organization?type=ntwk')).map(({ name }: { name: string }) => name)).toContain(
    'Blue Choice',
  )
  expect((await findEntry('/Organization?_id=1699254839'))[0]).toMatchObject({ name: 'Little Steps Clinic' })
})

test('OS-13 who is in none of the brand’s networks is not there, and what staff have corrected shows', async () => {
  expect((await api.ask(null, `${base}/Practitioner/1588076731`)).status).toBe(404)
  expect((await api.ask(null, '/fhir/ndbcbs/directory/Practitioner/1588076731')).status).toBe(200)
  const [role] = await findEntry('/PractitionerRole?practitioner=1740796093')
  await sql`insert into directory_correction (provider_id, brand, kind, value, made_at)
    values ('1740796093', 'hmbcbs', 'phone', '412-555-9999', now())`.execute(portal.database.read)
  const [corrected] = await findEntry(`/Location?_id=${role?.id}`)
  expect(corrected?.telecom).toEqual([{ system: 'phone', value: '412-555-9999' }])
  await sql`insert into directory_correction (provider_id, brand, kind, made_at) values ('1740796093', 'hmbcbs', 'left', now())`.execute(
    portal.database.read,
  )
  expect((await api.ask(null, `${base}/Practitioner/1740796093`)).status).toBe(404)
})

test.each([
  ['/Practitioner', 400],
  ['/Practitioner?colour=red', 400],
  ['/Nothing/1', 404],
  ['/Practitioner/%27', 404],
  ['/Location?_id=x-00000000&_count=-1', 400],
])('OS-13 OS-7 %s is refused with %d', async (path, status) => {
  const answer = await api.ask(null, `${base}${path}`)
  expect([answer.status, answer.body.resourceType]).toEqual([status, 'OperationOutcome'])
})

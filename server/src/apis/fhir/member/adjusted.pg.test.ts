import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FhirApi, openFhirApi } from '../../../../test/fhir-api.ts'
import { importFiles, ndjson } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'

const portal = testPortal()
let api: FhirApi
beforeAll(async () => {
  api = await openFhirApi(portal)
})
afterAll(() => api?.app.close())

type Json = Record<string, unknown>
const take = (...resources: readonly object[]) =>
  importFiles(portal.database, { 'a.ndjson': ndjson(resources) }, { kind: 'fhir', brand: 'neb' })

/** A new member's claims as their app reads them, by number. */
async function join(number: string) {
  await take(
    { resourceType: 'Organization', id: 'plan', name: 'Plan' },
    {
      resourceType: 'Patient',
      id: `p${number}`,
      identifier: [{ type: { coding: [{ code: 'MB' }] }, value: number }],
      name: [{ family: 'Adjusted', given: ['Ann'] }],
      birthDate: '1980-01-01',
    },
  )
  const { rows } = await sql<{ id: string }>`
    select member_id as id from member where brand = 'neb' and member_number = ${number}`.execute(portal.database.read)
  const memberId = rows[0]?.id ?? ''
  const token = api.tokenFor({ brand: 'neb', memberId, includesSensitive: true })
  const claim = (id: string, claimNumber: string, day: string, more: object = {}) => ({
    resourceType: 'ExplanationOfBenefit',
    id,
    identifier: [{ type: { coding: [{ code: 'uc' }] }, value: claimNumber }],
    meta: { lastUpdated: `${day}T00:00:00Z` },
    status: 'active',
    use: 'claim',
    type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/claim-type', code: 'professional' }] },
    patient: { reference: `Patient/p${number}` },
    insurer: { reference: 'Organization/plan' },
    outcome: 'complete',
    created: day,
    billablePeriod: { start: '2026-03-02' },
    total: [{ category: { coding: [{ code: 'submitted' }] }, amount: { value: 10.5 } }],
    ...more,
  })
  const read = async () => {
    const { status, body } = await api.ask(token, '/fhir/neb/r4/ExplanationOfBenefit?_count=200')
    expect(status).toBe(200)
    const found: Json[] = (body.entry ?? []).map(({ resource }: { resource: Json }) => resource)
    return new Map(found.map((one) => [(one.identifier as Json[])[0]?.value, one]))
  }
  /** The codes and numbers of a claim's related claims. */
  const findRelated = async (claimNumber: string) => {
    const said = (await read()).get(claimNumber)?.related as { relationship: { coding: Json[] }; reference: Json }[]
    return (said ?? []).map(({ relationship, reference }) => [relationship.coding[0]?.code, reference.value])
  }
  return { token, memberId, claim, read, findRelated }
}

const buildRelated = (code: string) => (claimNumber: string) => ({
  related: [{ relationship: { coding: [{ code }] }, reference: { value: claimNumber } }],
})
const [replaces, isReplacedBy] = [buildRelated('prior'), buildRelated('replacedby')]

test('OS-3 an adjusted claim names the earlier one, and that names its replacement, whichever came first', async () => {
  const { token, claim, read, findRelated } = await join('88400000001')
  await take(claim('a1', 'A-1', '2026-03-10'))
  expect(await findRelated('A-1')).toEqual([])
  await take(claim('a2', 'A-2', '2026-04-10', replaces('A-1')))
  expect([await findRelated('A-1'), await findRelated('A-2')]).toEqual([[['replacedby', 'A-2']], [['prior', 'A-1']]])
  const [first, second] = [(await read()).get('A-1'), (await read()).get('A-2')]
  // Only claims read by then get another version.
  expect([first?.meta, second?.meta]).toMatchObject([{ versionId: '2' }, { versionId: '1' }])
  const before = await api.ask(token, `/fhir/neb/r4/ExplanationOfBenefit/${first?.id}/_history/1`)
  expect([before.status, before.body.related]).toEqual([200, undefined])
  for (const one of [first, second])
    expect([one?.outcome, one?.insurer]).toEqual([
      'complete',
      { reference: expect.stringMatching(/^Organization\/[0-9a-f-]{36}$/) },
    ])

  await take(claim('b2', 'B-2', '2026-04-10', replaces('B-1')))
  await take(claim('b1', 'B-1', '2026-03-10'))
  expect([await findRelated('B-1'), await findRelated('B-2')]).toEqual([[['replacedby', 'B-2']], [['prior', 'B-1']]])
  await take(claim('c1', 'C-1', '2026-03-10'), claim('c2', 'C-2', '2026-04-10', replaces('C-1')))
  expect([await findRelated('C-1'), await findRelated('C-2')]).toEqual([[['replacedby', 'C-2']], [['prior', 'C-1']]])
  expect((await read()).get('C-1')?.meta).toMatchObject({ versionId: '1' })
  await take(claim('e1', 'E-1', '2026-03-10', isReplacedBy('E-2')))
  await take(claim('e2', 'E-2', '2026-04-10'))
  expect([await findRelated('E-1'), await findRelated('E-2')]).toEqual([[['replacedby', 'E-2']], [['prior', 'E-1']]])
})

test('OS-3 a repetition changes nothing, and a withdrawn claim replaces nothing', async () => {
  const { claim, read, findRelated } = await join('88400000002')
  const [first, second] = [claim('d1', 'D-1', '2026-03-10'), claim('d2', 'D-2', '2026-04-10', replaces('D-1'))]
  await take(first)
  await take(second)
  const before = (await read()).get('D-1')
  await take(first, second)
  await take({ ...second, meta: { lastUpdated: '2026-04-11T00:00:00Z' }, disposition: 'Again' })
  expect((await read()).get('D-1')).toEqual(before)
  await take({ ...second, meta: { lastUpdated: '2026-04-12T00:00:00Z' }, status: 'entered-in-error' })
  expect(await findRelated('D-1')).toEqual([])
})

test('OS-3 MP-14 a claim whose correction only the patient may see is also theirs alone, and names it only to them', async () => {
  const { memberId, claim, findRelated } = await join('88400000003')
  const secret = { meta: { lastUpdated: '2026-03-10T00:00:00Z', security: [{ code: 'R' }] } }
  await take(claim('f1', 'F-1', '2026-03-10'), claim('g1', 'G-1', '2026-03-10'))
  await take({ ...claim('f2', 'F-2', '2026-04-10', replaces('F-1')), ...secret })
  expect([await findRelated('F-1'), await findRelated('F-2')]).toEqual([[['replacedby', 'F-2']], [['prior', 'F-1']]])
  const token = api.tokenFor({ brand: 'neb', memberId, includesSensitive: false })
  const { body } = await api.ask(token, '/fhir/neb/r4/ExplanationOfBenefit?_count=200')
  expect(body.entry.map(({ resource }: { resource: Json }) => (resource.identifier as Json[])[0]?.value)).toEqual([
    'G-1',
  ])
})

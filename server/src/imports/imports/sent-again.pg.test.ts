import { expect, test } from 'vitest'
import { importFiles } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { listEarlier } from '../../member/claims/store.ts'

const portal = testPortal()

const patient = {
  resourceType: 'Patient',
  id: 'again',
  identifier: [{ type: { coding: [{ code: 'MB' }] }, value: '700000000001' }],
  name: [{ family: 'Again', given: ['Ada'] }],
  birthDate: '1980-01-01',
}
const claim = (lastUpdated: string, { paid = 80, created = '2026-02-10' } = {}) => ({
  resourceType: 'ExplanationOfBenefit',
  id: 'claim-again',
  meta: { lastUpdated, versionId: lastUpdated.slice(8, 10) },
  status: 'active',
  use: 'claim',
  outcome: 'complete',
  type: { coding: [{ code: 'professional' }] },
  patient: { reference: 'Patient/again' },
  billablePeriod: { start: '2026-02-03', end: '2026-02-03' },
  created,
  total: [
    { category: { coding: [{ code: 'submitted' }] }, amount: { value: 100 } },
    { category: { coding: [{ code: 'benefit' }] }, amount: { value: paid } },
    { category: { coding: [{ code: 'memberliability' }] }, amount: { value: 100 - paid } },
  ],
})
const prescription = (lastUpdated: string) => ({
  resourceType: 'MedicationRequest',
  id: 'prescription-again',
  meta: { lastUpdated },
  status: 'active',
  intent: 'order',
  subject: { reference: 'Patient/again' },
  medicationCodeableConcept: { text: 'Azithromycin 500 MG' },
  authoredOn: '2026-02-03',
})

const take = async (...texts: readonly string[]) => {
  const file = { 'night.ndjson': texts.map((text) => `${text}\n`).join('') }
  return (await importFiles(portal.database, file, { kind: 'fhir', brand: 'wi' })).counts
}
const readStored = async () => {
  const row = await portal.database.read
    .selectFrom('claim')
    .selectAll()
    .where('resource_id', '=', 'claim-again')
    .executeTakeFirstOrThrow()
  const earlier = await listEarlier(portal.database.read, row)
  const versions = await portal.database.read
    .selectFrom('claim_version')
    .select('content_hash')
    .where('claim_id', '=', row.claim_id)
    .execute()
  return { shareCents: row.share_cents, earlier: earlier.length, versions: versions.length }
}

test('IM-2 MP-7 a resource sent again with another time, other spaces or another order of fields is no new decision', async () => {
  const { meta, ...content } = claim('2026-03-04T00:00:00Z')
  await take(
    ...[patient, claim('2026-03-01T00:00:00Z'), prescription('2026-03-01T00:00:00Z')].map((one) => JSON.stringify(one)),
  )
  const nights = [
    [claim('2026-03-02T00:00:00Z'), prescription('2026-03-02T00:00:00Z')].map((one) => JSON.stringify(one)),
    [JSON.stringify(claim('2026-03-03T00:00:00Z')).replaceAll('":', '" : ')],
    [JSON.stringify({ ...content, meta })],
  ]
  for (const night of nights) {
    const counts = await take(...night)
    expect(counts).toMatchObject({ read: night.length, unchanged: night.length, created: 0, updated: 0 })
    expect(await readStored()).toEqual({ shareCents: 2000, earlier: 0, versions: 1 })
  }
  // The claim is as new as its last sending: an older version changes nothing that is shown.
  await take(JSON.stringify(claim('2026-03-03T12:00:00Z', { paid: 60 })))
  expect(await readStored()).toMatchObject({ shareCents: 2000, versions: 2 })
})

test('IM-2 MP-7 a version with the same decision is not a new one, and one with another decision is', async () => {
  await take(JSON.stringify(claim('2026-04-01T00:00:00Z', { created: '2026-04-01' })))
  const before = (await readStored()).earlier
  await take(JSON.stringify(claim('2026-04-02T00:00:00Z', { created: '2026-04-02' })))
  expect((await readStored()).earlier).toBe(before)
  await take(JSON.stringify(claim('2026-04-03T00:00:00Z', { paid: 90 })))
  expect(await readStored()).toMatchObject({ shareCents: 1000, earlier: before + 1 })
})

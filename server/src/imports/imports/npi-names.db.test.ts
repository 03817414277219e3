import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { csv, importFiles, ndjson } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { x12 } from '../../../test/x12.ts'
import { reviewStored } from './sensitive/review.ts'

const portal = testPortal()

const npis = { fhir: '1987654310', bill: '1987654328', payment: '1987654336', row: '1987654344' }
const names: Readonly<Record<string, string>> = {
  [npis.fhir]: 'Ana Corazon',
  [npis.bill]: 'Cleo Herz',
  [npis.payment]: 'Dora Coeur',
  [npis.row]: 'Emil Serce',
}
const number = '88000000071'
const person = {
  resourceType: 'Patient',
  id: 'npi-1',
  identifier: [{ type: { coding: [{ code: 'MB' }] }, value: number }],
  name: [{ family: 'Kestrel', given: ['Bea'] }],
  birthDate: '1985-06-01',
}
const provider = { identifier: { system: 'http://hl7.org/fhir/sid/us-npi', value: npis.fhir } }
const eob = {
  resourceType: 'ExplanationOfBenefit',
  id: 'npi-claim',
  status: 'active',
  use: 'claim',
  type: { coding: [{ code: 'professional' }] },
  patient: { reference: 'Patient/npi-1' },
  billablePeriod: { start: '2026-03-05', end: '2026-03-06' },
  created: '2026-03-20',
  outcome: 'complete',
  provider,
}
const prescription = {
  resourceType: 'MedicationRequest',
  id: 'npi-drug',
  status: 'active',
  intent: 'order',
  subject: { reference: 'Patient/npi-1' },
  medicationCodeableConcept: { text: 'Some drug' },
  requester: provider,
}
const bill = x12({
  set: '837',
  segments: [
    'BHT*0019*00*S1*20261115*1023*CH',
    'NM1*41*2*PRAIRIE BILLING*****46*PB01',
    'NM1*40*2*PLAINS HEALTH*****46*PLAINS',
    'HL*1**20*1',
    `NM1*85*2******XX*${npis.bill}`,
    'HL*2*1*22*0',
    'SBR*P*18*G-4410******CI',
    `NM1*IL*1*KESTREL*BEA****MI*${number}`,
    'DMG*D8*19850601*U',
    'NM1*PR*2*PLAINS HEALTH*****PI*PLAINS',
    'CLM*ACC-71*120.00***11:B:1*Y*A*Y*Y',
    'HI*ABK:J069',
    `NM1*82*1******XX*${npis.payment}`,
    ...['LX*1', 'SV1*HC:99213*120.00*UN*1***1', 'DTP*472*D8*20261102', 'REF*6R*X1'],
  ],
})
const payment = x12({
  set: '835',
  segments: [
    'BPR*I*100.00*C*ACH*CCP*01*091000019*DA*1111*1450000022**01*091300023*DA*2222*20261125',
    'TRN*1*T71*1450000022',
    'DTM*405*20261125',
    'N1*PR*PLAINS HEALTH',
    `N1*PE**XX*${npis.payment}`,
    'LX*1',
    'CLP*ACC-72*1*120.00*100.00**12*26P72*11*1',
    `NM1*QC*1*KESTREL*BEA****MI*${number}`,
    'SVC*HC:99213*120.00*100.00**1',
    'DTM*472*20261103',
    'CAS*CO*45*20.00',
  ],
})
const row = csv({
  member_number: number,
  authorization_number: 'A-71',
  service: 'MRI of the knee',
  provider: '',
  provider_npi: npis.row,
})

const entry = { type: 'individual', zip: '15222', address: '1 Main St', city: 'Pittsburgh', state: 'PA' }
const directory = (own: Readonly<Record<string, string>> = {}) =>
  csv(...Object.entries(names).map(([npi, name]) => ({ npi, name, taxonomy: own[npi] ?? '207Q00000X', ...entry })))
const practitioners = ndjson(
  Object.entries(names).map(([npi, text]) => ({
    resourceType: 'Practitioner',
    id: `who-${npi}`,
    identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: npi }],
    name: [{ text }],
  })),
)

async function load(brand: string, kind: string, files: Readonly<Record<string, string>>): Promise<void> {
  expect((await importFiles(portal.database, files, { kind, brand })).rejected).toEqual([])
}

async function loadCare(brand: string): Promise<void> {
  await load(brand, 'fhir', { 'some.ndjson': ndjson([person, eob, prescription]) })
  await load(brand, 'x12', { 'bill.x12': bill })
  await load(brand, 'x12', { 'payment.x12': payment })
  await load(brand, 'authorizations', { 'rows.csv': row })
}

async function listNames(brand: string): Promise<(string | null)[]> {
  const { rows } = await sql<{ name: string | null; text: string | null }>`
    select provider_name as name from claim join member using (member_id) where brand = ${brand} and claim_number <> ''
    union all select facility_name from claim join member using (member_id) where brand = ${brand} and facility_id is not null
    union all select prescriber_name from prescription join member using (member_id) where brand = ${brand}
    union all select provider_name from prior_authorization join member using (member_id) where brand = ${brand}
    order by 1`.execute(portal.database.read)
  return rows.map(({ name }) => name)
}

async function readServed(brand: string): Promise<string> {
  const { rows } = await sql<{ body: string }>`select body from fhir_resource join member using (member_id)
    where brand = ${brand} and type = 'ExplanationOfBenefit' order by body`.execute(portal.database.read)
  return rows.map(({ body }) => body).join('\n')
}

describe('IM-1 FD-2 FD-3 MP-15 a provider known by NPI alone gets a name, whichever file comes first', () => {
  const all = ['Ana Corazon', 'Ana Corazon', 'Cleo Herz', 'Dora Coeur', 'Dora Coeur', 'Emil Serce']
  const files = {
    directory: { 'providers.csv': directory() },
    fhir: { 'who.ndjson': practitioners },
  }
  test.each([
    ['mn', 'after', 'directory'],
    ['wv', 'before', 'directory'],
    ['nepa', 'after', 'fhir'],
    ['ibc', 'before', 'fhir'],
  ] as const)('IM-1 OS-20 in %s the providers come %s, as a file of the kind %s', async (brand, when, kind) => {
    if (when === 'before') await load(brand, kind, files[kind])
    await loadCare(brand)
    if (when === 'after') {
      expect(await listNames(brand)).toEqual(all.map(() => null))
      await load(brand, kind, files[kind])
    }
    expect(await listNames(brand)).toEqual(all)
    const found = await sql`select 1 from claim join member using (member_id)
      where brand = ${brand} and search_text like '%ana corazon%'`.execute(portal.database.read)
    expect(found.rows).toHaveLength(1)
    // Apps get the number as received, without a name that did not come with it.
    const served = await readServed(brand)
    expect(served).toContain(npis.fhir)
    expect(served).not.toContain('Ana Corazon')
    const { rows } = await sql`select from import_naming`.execute(portal.database.read)
    expect(rows).toEqual([])
  })

  test('IM-1 MP-14 a bill and a payment with an NPI alone are judged by the directory, and a new name counts', async () => {
    const brand = 'fl'
    await load(brand, 'directory', { 'providers.csv': directory() })
    await loadCare(brand)
    await load(brand, 'directory', {
      'providers.csv': directory({ [npis.bill]: '2084P0800X' }).replace('Ana Corazon', 'Ana Kardia'),
    })
    await reviewStored(portal.database)
    const { rows } = await sql<{ name: string; sensitive: boolean }>`
      select provider_name as name, sensitive from claim join member using (member_id)
      where brand = ${brand} order by 1`.execute(portal.database.read)
    expect(rows).toEqual([
      { name: 'Ana Kardia', sensitive: false },
      { name: 'Cleo Herz', sensitive: true },
      { name: 'Dora Coeur', sensitive: false },
    ])
  })
})

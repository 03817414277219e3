import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { csv, importFiles, ndjson } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { reviewStored } from './review.ts'

const portal = testPortal()

const actCode = 'http://terminology.hl7.org/CodeSystem/v3-ActCode'
const inline = 'http://hl7.org/fhir/uv/security-label-ds4p/StructureDefinition/extension-inline-sec-label'
const eth = { meta: { security: [{ system: actCode, code: 'ETH' }] } }

const member = (id: string) => ({
  resourceType: 'Patient',
  id,
  identifier: [{ type: { coding: [{ code: 'MB' }] }, value: id.replace(/\D/g, '').padStart(11, '8') }],
  name: [{ family: 'Kestrel', given: ['Bea'] }],
  birthDate: '2015-06-01',
})
const claim = (id: string, of: string, more: object = {}) => ({
  resourceType: 'ExplanationOfBenefit',
  id,
  status: 'active',
  use: 'claim',
  type: { coding: [{ code: 'professional' }] },
  patient: { reference: `Patient/${of}` },
  billablePeriod: { start: '2026-03-05', end: '2026-03-06' },
  created: '2026-03-20',
  outcome: 'complete',
  ...more,
})
const prescription = (id: string, of: string, more: object = {}) => ({
  resourceType: 'MedicationRequest',
  id,
  status: 'active',
  intent: 'order',
  subject: { reference: `Patient/${of}` },
  medicationCodeableConcept: { text: 'Some drug' },
  ...more,
})
const diagnosis = (code: string) => ({
  diagnosis: [
    { sequence: 1, diagnosisCodeableConcept: { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code }] } },
  ],
})

const load = (brand: string, files: Readonly<Record<string, string>>, kind = 'fhir') =>
  importFiles(portal.database, files, { kind, brand })
const loadLines = (brand: string, ...resources: readonly object[]) => load(brand, { 'some.ndjson': ndjson(resources) })

/** The ids of sensitive claims and records of all types. */
async function listSensitive(brand: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select resource_id as id from member join (
      select member_id, resource_id from claim where sensitive
      union all select member_id, resource_id from prescription where sensitive
      union all select member_id, resource_id from dispense where sensitive
      union all select member_id, resource_id from prior_authorization where sensitive) marked using (member_id)
    where brand = ${brand} order by 1`.execute(portal.database.read)
  return rows.map(({ id }) => id)
}

const isRole = (one: object) => 'resourceType' in one && one.resourceType === 'PractitionerRole'
const withoutCare = ({ qualification, specialty, type, ...one }: Record<string, unknown>) => one
const asNewer = (one: object) => ({ ...one, meta: { versionId: '2', lastUpdated: '2026-11-01T00:00:00Z' } })

const sortKeys = (some: object) => Object.fromEntries(Object.entries(some).toSorted(([a], [b]) => (a < b ? -1 : 1)))

describe('MP-14 sensitive parts of an import', () => {
  test('MP-14 IM-1 labels and listed codes count on claims, prescriptions, fills and prior authorizations alike', async () => {
    const given = { resourceType: 'MedicationDispense', status: 'completed', whenHandedOver: '2026-03-05' }
    const { rejected } = await loadLines(
      'hmbs',
      member('p1'),
      { resourceType: 'Medication', id: 'm-open', code: { text: 'A drug' } },
      { resourceType: 'Medication', id: 'm-labeled', code: { text: 'Another drug' }, ...eth },
      claim('c-open', 'p1', diagnosis('E11.9')),
      claim('c-listed', 'p1', diagnosis('F11.20')),
      claim('c-part2', 'p1', { meta: { security: [{ system: actCode, code: '42CFRPart2' }] } }),
      prescription('r-open', 'p1'),
      prescription('r-reason', 'p1', { reasonCode: [{ coding: [{ code: 'F11.20' }] }] }),
      prescription('r-contained', 'p1', {
        medicationCodeableConcept: undefined,
        medicationReference: { reference: '#m' },
        contained: [{ resourceType: 'Medication', id: 'm', code: { text: 'A drug' }, ...eth }],
      }),
      ...['open', 'labeled'].map((which) => ({
        ...prescription(`r-drug-${which}`, 'p1'),
        medicationCodeableConcept: undefined,
        medicationReference: { reference: `Medication/m-${which}` },
      })),
      { ...given, id: 'd-open', subject: { reference: 'Patient/p1' }, medicationCodeableConcept: { text: 'X' } },
      {
        ...given,
        id: 'd-labeled',
        subject: { reference: 'Patient/p1' },
        medicationCodeableConcept: { text: 'X' },
        ...eth,
      },
      claim('a-open', 'p1', { use: 'preauthorization' }),
      claim('a-listed', 'p1', {
        use: 'preauthorization',
        item: [{ sequence: 1, productOrService: { coding: [{ code: 'H0015' }] } }],
      }),
    )
    expect(rejected).toEqual([])
    expect(await listSensitive('hmbs')).toEqual(
      ['a-listed', 'c-listed', 'c-part2', 'd-labeled', 'r-contained', 'r-drug-labeled', 'r-reason'].sort(),
    )
  })

  test.each([
    ['in a line', (bundle: object) => ({ 'some.ndjson': `${JSON.stringify(bundle)}\n` })],
    ['in a file of its own', (bundle: object) => ({ 'some.json': JSON.stringify(bundle, null, 1) })],
    [
      'that is one long line with its keys sorted',
      (bundle: object) => ({
        'some.json': JSON.stringify({ ...sortKeys(bundle), identifier: { value: 'x'.repeat(70_000) } }),
      }),
    ],
  ])('MP-14 IM-1 a label on a Bundle or on its entry %s applies to the resources in it', async (name, buildFile) => {
    const at = name.length
    const entries = (prefix: string, more: object = {}) =>
      [claim(`${prefix}${at}`, `b${at}`)].map((resource) => ({ resource, ...more }))
    const bundle = (more: object) => ({ resourceType: 'Bundle', type: 'collection', ...more })
    await loadLines('hmbs', member(`b${at}`))
    await load('hmbs', buildFile(bundle({ meta: eth.meta, entry: entries('bundle-') })))
    await load('hmbs', buildFile(bundle({ entry: entries('behind-'), ...eth })))
    await load('hmbs', buildFile(bundle({ entry: entries('entry-', eth) })))
    await load(
      'hmbs',
      buildFile(bundle({ entry: entries('extended-', { extension: [{ url: inline, valueCode: 'ETH' }] }) })),
    )
    await load('hmbs', buildFile(bundle({ meta: { security: eth.meta.security[0] }, entry: entries('single-') })))
    const label = { url: inline, valueCoding: { system: actCode, code: 'ETH' } }
    const nested = { url: 'https://plan.example/labels', extension: [label] }
    await load('hmbs', buildFile(bundle({ meta: { extension: [label] }, entry: entries('meta-') })))
    await load('hmbs', buildFile(bundle({ entry: entries('last-'), meta: { extension: [nested] } })))
    await load('hmbs', buildFile(bundle({ entry: entries('outer-'), extension: [nested] })))
    await load('hmbs', buildFile(bundle({ entry: entries('nested-', { extension: [nested] }) })))
    await load(
      'hmbs',
      buildFile(
        bundle({
          entry: entries('within-', { resource: bundle({ meta: { extension: [label] }, entry: entries('within-') }) }),
        }),
      ),
    )
    await load('hmbs', buildFile(bundle({ meta: { security: [{ code: 'N' }] }, entry: entries('open-') })))
    const found = (await listSensitive('hmbs')).filter((id) => id.endsWith(`-${at}`))
    const labeled = ['behind', 'bundle', 'entry', 'extended', 'last', 'meta', 'nested', 'outer', 'single', 'within']
    expect(found).toEqual(labeled.map((prefix) => `${prefix}-${at}`))
  })

  test('MP-14 a plan’s own codes hide what is loaded after them, and before; once removed, they do not', async () => {
    const service = (code: string) => ({ item: [{ sequence: 1, productOrService: { coding: [{ code }] } }] })
    const drug = (coding: object) => ({ medicationCodeableConcept: { coding: [coding], text: 'A drug' } })
    const ndc = { system: 'http://hl7.org/fhir/sid/ndc', code: '50580-0449-05' }
    await loadLines(
      'nd',
      member('p2'),
      claim('old', 'p2', service('D9999')),
      claim('earlier', 'p2', { ...service('D9999'), billablePeriod: { start: '2024-03-05' } }),
      claim('other', 'p2', service('D9998')),
      prescription('drug', 'p2', drug(ndc)),
      claim('auth', 'p2', { use: 'preauthorization', ...service('D9999') }),
    )
    const codes = csv(
      { system: 'hcpcs', code: 'd9999', begins: '2025-01-01', ends: '' },
      { system: 'ndc', code: '50580-449-5', begins: '', ends: '' },
    )
    expect((await load('nd', { 'codes.csv': codes }, 'sensitive-codes')).counts).toMatchObject({
      created: 2,
      rejected: 0,
    })
    await loadLines('nd', claim('new', 'p2', service('D9999')))
    expect(await listSensitive('nd')).toEqual(['new'])
    await reviewStored(portal.database)
    expect(await listSensitive('nd')).toEqual(['auth', 'drug', 'new', 'old'])
    // Another plan's claims are unchanged.
    await loadLines('wy', member('p3'), claim('elsewhere', 'p3', service('D9999')))
    await reviewStored(portal.database)
    expect(await listSensitive('wy')).toEqual([])
    const removed = csv({ system: 'hcpcs', code: 'D9999', withdrawn: 'yes' })
    await load('nd', { 'codes.csv': removed }, 'sensitive-codes')
    await reviewStored(portal.database)
    expect(await listSensitive('nd')).toEqual(['drug'])
  })

  test('MP-14 IM-3 a row of sensitive codes that could never match is refused, with the reason', async () => {
    const rows: readonly [string, string][] = [
      ['icd-10', 'F10-F19'],
      ['icd-10', 'F11.*'],
      ['icd-10', 'F10.20, F11.20'],
      ['rxnorm', '6813.0'],
    ]
    const spoiled: readonly [string, string][] = [
      ['hcpcs', '1E+05'],
      ['ndc', '7.10155E+08'],
    ]
    const cells = [...spoiled, ...rows].map(([system, code]) => ({ system, code, begins: '', ends: '' }))
    const backward = { system: 'hcpcs', code: 'H0020', begins: '2026-02-01', ends: '2026-01-31' }
    const good = { system: 'icd-10', code: 'f11', begins: '', ends: '12/31/2099' }
    const { rejected, counts } = await load('wy', { 'codes.csv': csv(...cells, backward, good) }, 'sensitive-codes')
    expect(rejected.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      ...spoiled.map(() => 'code was shortened by a spreadsheet: format its column as text before it is saved'),
      ...rows.map(
        ([system]) => `code is not one code of ${system}: give each code a row, and no range, list or pattern`,
      ),
      'ends is before begins',
    ])
    expect(counts).toMatchObject({ created: 1, rejected: 7 })
    await loadLines(
      'wy',
      member('p9'),
      claim('below', 'p9', diagnosis('F11.99')),
      claim('beside', 'p9', diagnosis('Z00.00')),
    )
    expect(await listSensitive('wy')).toEqual(['below'])
  })

  test.each(['before', 'after'])(
    'MP-14 IM-1 a label on a Patient or a Coverage that comes %s applies to the care',
    async (when) => {
      const [whole, one] = [`l-${when}`, `k-${when}`]
      const digits = when === 'before' ? '1' : '2'
      const person = (id: string, number: string, more: object = {}) => ({
        ...member('p0'),
        id,
        identifier: [{ type: { coding: [{ code: 'MB' }] }, value: `4477000000${number}${digits}` }],
        name: [{ family: `Kestrel${number}`, given: [when] }],
        ...more,
      })
      const coverage = (id: string, more: object = {}) => ({
        resourceType: 'Coverage',
        id,
        status: 'active',
        beneficiary: { reference: `Patient/${one}` },
        subscriberId: `4477000000${digits}`,
        payor: [{ display: 'A plan' }],
        period: { start: '2026-01-01' },
        ...more,
      })
      const insureBy = (id: string) => ({ insurance: [{ focal: true, coverage: { reference: `Coverage/${id}` } }] })
      const care = [
        claim(`lc-${when}`, whole),
        prescription(`lr-${when}`, whole),
        claim(`kc-${when}`, one, insureBy(`secret-${when}`)),
        claim(`ko-${when}`, one, insureBy(`open-${when}`)),
      ]
      const newer = { meta: { ...eth.meta, lastUpdated: '2026-11-01T00:00:00Z', versionId: '2' } }
      const about = (labels: object) => [
        person(whole, '1', labels),
        person(one, '2'),
        coverage(`secret-${when}`, labels),
        coverage(`open-${when}`),
      ]
      const files = when === 'before' ? [[...about(eth), ...care]] : [[...about({}), ...care], about(newer)]
      for (const file of files) expect((await loadLines('pa', ...file)).rejected).toEqual([])
      const expected = ['kc', 'lc', 'lr'].map((which) => `${which}-${when}`)
      const listMarked = async () => (await listSensitive('pa')).filter((id) => id.endsWith(when))
      expect(await listMarked()).toEqual(expected)
      const { rows } = await sql<{ type: string }>`select type from fhir_resource join member using (member_id)
      where brand = 'pa' and type in ('Patient', 'Coverage') and fhir_resource.sensitive and first_name = ${when} order by 1`.execute(
        portal.database.read,
      )
      expect(rows.map(({ type }) => type)).toEqual(['Coverage', 'Patient'])
      // It stays so when it is judged again.
      await sql`update sensitivity_review set edition = 'earlier' where brand = 'pa'`.execute(portal.database.read)
      await reviewStored(portal.database)
      expect(await listMarked()).toEqual(expected)
    },
  )

  const refers = (of: string) => [
    claim(`c-${of}`, of, { diagnosis: [{ sequence: 1, diagnosisReference: { reference: `Condition/d-${of}` } }] }),
    prescription(`r-${of}`, of, { reasonReference: [{ reference: `https://plan.example/fhir/Condition/d-${of}` }] }),
    {
      resourceType: 'MedicationDispense',
      id: `f-${of}`,
      status: 'completed',
      subject: { reference: `Patient/${of}` },
      medicationCodeableConcept: { text: 'Some drug' },
      authorizingPrescription: [{ reference: `MedicationRequest/r-${of}` }],
      whenHandedOver: '2026-03-05',
    },
    claim(`p-${of}`, of, { prescription: { reference: `MedicationRequest/r-${of}` } }),
    claim(`v-${of}`, of, { item: [{ sequence: 1, encounter: [{ reference: `Encounter/e-${of}` }] }] }),
    claim(`o-${of}`, of, { diagnosis: [{ sequence: 1, diagnosisReference: { reference: 'Condition/of-nobody' } }] }),
  ]
  const reasons = (of: string) => [
    {
      resourceType: 'Condition',
      id: `d-${of}`,
      subject: { reference: `Patient/${of}` },
      code: { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'F11.20' }] },
    },
    { resourceType: 'Encounter', id: `e-${of}`, status: 'finished', subject: { reference: `Patient/${of}` }, ...eth },
  ]
  test.each(['before', 'with', 'after'])(
    'MP-14 a record that names a sensitive diagnosis, prescription or visit that comes %s it is as sensitive',
    async (when) => {
      const of = `p-${when}`
      const brand = { before: 'hmbs', with: 'wi', after: 'ms' }[when] ?? ''
      const [first, then] = when === 'before' ? [reasons(of), refers(of)] : [refers(of), reasons(of)]
      await loadLines(brand, { ...member('p7'), id: of, name: [{ family: 'Kestrel', given: [when] }] })
      if (when === 'with') await loadLines(brand, ...first, ...then)
      else for (const some of [first, then]) expect((await loadLines(brand, ...some)).rejected).toEqual([])
      const marked = (await listSensitive(brand)).filter((id) => id.endsWith(of))
      expect(marked).toEqual(['c', 'f', 'p', 'r', 'v'].map((letter) => `${letter}-${of}`))
      // It stays so when it is judged again.
      await sql`update sensitivity_review set edition = 'earlier' where brand = ${brand}`.execute(portal.database.read)
      await reviewStored(portal.database)
      expect((await listSensitive(brand)).filter((id) => id.endsWith(of))).toEqual(marked)
    },
  )

  test('MP-14 a drug that is labeled after its prescription hides it', async () => {
    const drug = (more: object) => ({ resourceType: 'Medication', id: 'm1', code: { text: 'A drug' }, ...more })
    const of = { medicationCodeableConcept: undefined, medicationReference: { reference: 'Medication/m1' } }
    await loadLines('de', member('p4'), drug({}), prescription('r1', 'p4', of))
    await loadLines('de', drug({ meta: { ...eth.meta, versionId: '2' } }))
    await reviewStored(portal.database)
    expect(await listSensitive('de')).toEqual(['r1'])
  })

  test('MP-14 a drug of sensitive care marks prescriptions, fills, claims and approvals, however it is named', async () => {
    const patient = 'p77'
    const of = { subject: { reference: `Patient/${patient}` } }
    const rxnorm = 'http://www.nlm.nih.gov/research/umls/rxnorm'
    const ndc = 'http://hl7.org/fhir/sid/ndc'
    const ways = {
      rxnorm: { coding: [{ system: rxnorm, code: '351266' }] },
      package: { coding: [{ system: ndc, code: '00054018813' }] },
      product: { coding: [{ system: ndc, code: '0054-0188' }] },
      words: { text: 'Biktarvy 50-200-25 mg' },
      open: { coding: [{ system: rxnorm, code: '861007' }], text: 'metformin 500 MG' },
    }
    const fill = { resourceType: 'MedicationDispense', status: 'completed', whenHandedOver: '2026-03-05', ...of }
    const records = Object.entries(ways).flatMap(([way, concept]) => [
      prescription(`r-${way}`, patient, { medicationCodeableConcept: concept }),
      { ...fill, id: `d-${way}`, medicationCodeableConcept: concept },
      claim(`c-${way}`, patient, { item: [{ sequence: 1, productOrService: concept }] }),
      claim(`a-${way}`, patient, { use: 'preauthorization', item: [{ sequence: 1, productOrService: concept }] }),
      { resourceType: 'Medication', id: `m-${way}`, code: concept },
      prescription(`n-${way}`, patient, {
        medicationCodeableConcept: undefined,
        medicationReference: { reference: `Medication/m-${way}` },
      }),
    ])
    expect((await loadLines('ne', { ...member('p77') }, ...records)).rejected).toEqual([])
    const row = (number: string, drug: object) => ({
      ...{ member_number: '88888888877', authorization_number: number, service: 'A drug', ndc: '', rxnorm: '' },
      ...{ received_at: '2026-03-01', decision: 'approved', ...drug },
    })
    const rows = [row('X1', { ndc: '00054018813' }), row('X2', { rxnorm: '312938' }), row('X3', { rxnorm: '861007' })]
    const { rejected } = await load(
      'ne',
      { 'rows.csv': csv(...rows, row('X4', { service: 'Truvada' })) },
      'authorizations',
    )
    expect(rejected).toEqual([])
    const expected = Object.keys(ways)
      .filter((way) => way !== 'open')
      .flatMap((way) => ['a', 'c', 'd', 'n', 'r'].map((kind) => `${kind}-${way}`))
    const rowsOwn = ['X1', 'X2', 'X4'].map((number) => `csv-authorization-${number}`)
    const found = [...expected, ...rowsOwn].sort()
    expect((await listSensitive('ne')).toSorted()).toEqual(found)
    await sql`update sensitivity_review set edition = 'earlier' where brand = 'ne'`.execute(portal.database.read)
    await reviewStored(portal.database)
    expect((await listSensitive('ne')).toSorted()).toEqual(found)
  })

  test.each(['before', 'after'])(
    'MP-14 IM-1 the label of a person that comes %s their coverage applies to the coverage, too',
    async (when) => {
      const id = `cp-${when}`
      const digits = when === 'before' ? '51' : '52'
      const person = (more: object) => ({
        ...member(`cp${digits}`),
        id,
        name: [{ family: `Kestrel${digits}`, given: ['Cy'] }],
        ...more,
      })
      const coverage = {
        ...{
          resourceType: 'Coverage',
          id: `cov-${when}`,
          status: 'active',
          beneficiary: { reference: `Patient/${id}` },
        },
        ...{ payor: [{ display: 'A plan' }], period: { start: '2026-01-01' } },
      }
      const newer = { meta: { ...eth.meta, lastUpdated: '2026-11-01T00:00:00Z', versionId: '2' } }
      const files = when === 'before' ? [[person(eth)], [coverage]] : [[person({}), coverage], [person(newer)]]
      for (const file of files) expect((await loadLines('mn', ...file)).rejected).toEqual([])
      const listShelved = async () => {
        const { rows } = await sql<{ type: string; sensitive: boolean }>`
          select type, fhir_resource.sensitive from fhir_resource join member using (member_id)
          where last_name = ${`Kestrel${digits}`} order by 1`.execute(portal.database.read)
        return rows.map((row) => `${row.type} ${row.sensitive}`)
      }
      const expected = ['Coverage true', 'Patient true']
      expect(await listShelved()).toEqual(expected)
      await sql`update sensitivity_review set edition = 'earlier' where brand = 'mn'`.execute(portal.database.read)
      await reviewStored(portal.database)
      expect(await listShelved()).toEqual(expected)
    },
  )

  test.each(['before', 'with', 'after'])(
    'MP-14 OS-1 a report is as sensitive as a result of it that comes %s it',
    async (when) => {
      const of = `dr-${when}`
      const digits = { before: '81', with: '82', after: '83' }[when] ?? ''
      const subject = { reference: `Patient/${of}` }
      const result = {
        ...{ resourceType: 'Observation', id: `r-${of}`, status: 'final', subject },
        code: { coding: [{ system: 'http://loinc.org', code: '75622-1' }] },
      }
      const report = {
        ...{ resourceType: 'DiagnosticReport', id: `d-${of}`, status: 'final', subject, code: { text: 'Panel' } },
        result: [{ reference: `Observation/r-${of}` }],
      }
      await loadLines('mn', { ...member(`dr${digits}`), id: of, name: [{ family: 'Kestrel', given: [of] }] })
      const files = { before: [[result], [report]], with: [[report, result]], after: [[report], [result]] }[when] ?? []
      for (const file of files) expect((await loadLines('mn', ...file)).rejected).toEqual([])
      const { rows } = await sql<{ type: string; sensitive: boolean }>`
        select type, fhir_resource.sensitive from fhir_resource join member using (member_id)
        where first_name = ${of} and type in ('DiagnosticReport', 'Observation') order by 1`.execute(
        portal.database.read,
      )
      expect(rows).toEqual(['DiagnosticReport', 'Observation'].map((type) => ({ type, sensitive: true })))
    },
  )

  const nucc = 'http://nucc.org/provider-taxonomy'
  const concept = (code: string) => ({ coding: [{ system: nucc, code }] })
  const parties = (of: string) => [
    {
      resourceType: 'Practitioner',
      id: `psy-${of}`,
      name: [{ text: 'Ann Ash' }],
      qualification: [{ code: concept('103TC0700X') }],
    },
    { resourceType: 'Practitioner', id: `plain-${of}`, name: [{ text: 'Ben Birch' }] },
    {
      resourceType: 'PractitionerRole',
      id: `role-${of}`,
      practitioner: { reference: `Practitioner/plain-${of}` },
      specialty: [concept('2084P0800X')],
    },
    {
      resourceType: 'Practitioner',
      id: `family-${of}`,
      name: [{ text: 'Cleo Cedar' }],
      qualification: [{ code: concept('207Q00000X') }],
    },
    { resourceType: 'Organization', id: `clinic-${of}`, name: 'Clinic', type: [concept('261QM0801X')] },
    {
      resourceType: 'Organization',
      id: `hospital-${of}`,
      name: 'Hospital',
      type: [concept('282N00000X'), concept('273R00000X')],
    },
    {
      resourceType: 'PractitionerRole',
      id: `at-${of}`,
      practitioner: { reference: `Practitioner/family-${of}` },
      organization: { reference: `Organization/clinic-${of}` },
    },
  ]
  const ofParties = (of: string) => [
    claim(`psy-${of}`, of, { provider: { reference: `Practitioner/psy-${of}` } }),
    claim(`team-${of}`, of, {
      careTeam: [{ sequence: 1, provider: { reference: `Practitioner/psy-${of}/_history/2` } }],
    }),
    claim(`role-${of}`, of, { provider: { reference: `PractitionerRole/role-${of}` } }),
    claim(`plain-${of}`, of, { provider: { reference: `https://plan.example/fhir/Practitioner/plain-${of}` } }),
    claim(`clinic-${of}`, of, { provider: { reference: `Organization/clinic-${of}` } }),
    claim(`at-${of}`, of, { provider: { reference: `PractitionerRole/at-${of}` } }),
    claim(`hospital-${of}`, of, { provider: { reference: `Organization/hospital-${of}` } }),
    claim(`family-${of}`, of, { provider: { reference: `Practitioner/family-${of}` } }),
    claim(`payer-${of}`, of, { insurer: { reference: `Organization/clinic-${of}` } }),
    claim(`site-${of}`, of, {
      supportingInfo: [
        {
          sequence: 1,
          category: { coding: [{ code: 'servicefacility' }] },
          valueReference: { reference: `Organization/clinic-${of}` },
        },
      ],
    }),
    claim(`payee-${of}`, of, { payee: { party: { reference: `Organization/clinic-${of}` } } }),
    prescription(`rx-${of}`, of, { requester: { reference: `Practitioner/psy-${of}` } }),
  ]
  const seen = ['at', 'clinic', 'payee', 'plain', 'psy', 'role', 'rx', 'site', 'team']
  test.each(['before', 'with', 'after', 'changed'])(
    'MP-14 IM-1 care givers tell the kind of care: doctors, their roles and clinics that come %s it',
    async (when) => {
      const of = `sp-${when}`
      const brand = { before: 'id', with: 'la', after: 'fl', changed: 'az' }[when] ?? ''
      const plain = parties(of).map(({ qualification, specialty, type, ...one }: Record<string, unknown>) => one)
      const newer = parties(of).map((one) => ({
        ...one,
        meta: { versionId: '2', lastUpdated: '2026-11-01T00:00:00Z' },
      }))
      await loadLines(brand, { ...member('p71'), id: of, name: [{ family: 'Kestrel', given: [when] }] })
      const files = {
        before: [parties(of), ofParties(of)],
        with: [[...ofParties(of), ...parties(of)]],
        after: [ofParties(of), parties(of)],
        changed: [plain, ofParties(of), newer],
      }[when] as readonly (readonly object[])[]
      for (const file of files) expect((await loadLines(brand, ...file)).rejected).toEqual([])
      await reviewStored(portal.database)
      const listMarked = async () => (await listSensitive(brand)).filter((id) => id.endsWith(of))
      const expected = seen.map((letter) => `${letter}-${of}`)
      expect(await listMarked()).toEqual(expected)
      await sql`update sensitivity_review set edition = 'earlier' where brand = ${brand}`.execute(portal.database.read)
      await reviewStored(portal.database)
      expect(await listMarked()).toEqual(expected)
    },
  )

  const byNpi = (value: string) => ({ identifier: { system: 'http://hl7.org/fhir/sid/us-npi', value } })
  const withNpi = (one: object, value: string) => ({ ...one, identifier: [byNpi(value).identifier] })
  /** Two care givers of sensitive care, one by a role, and one of other care; and records that name them by NPI alone. */
  const partiesByNpi = (at: string) => {
    const [psy, plain, role, family] = parties(`npi${at}`)
    return [
      withNpi(psy ?? {}, `1555555${at}1`),
      withNpi(plain ?? {}, `1555555${at}2`),
      role,
      withNpi(family ?? {}, `1555555${at}3`),
    ]
  }
  const ofNpis = (at: string, of: string) => [
    claim(`n1-${at}`, of, { provider: byNpi(`1555555${at}1`) }),
    claim(`n2-${at}`, of, {
      careTeam: [{ sequence: 1, provider: { ...byNpi(`1555555${at}2`), display: 'Ben Birch' } }],
    }),
    claim(`n3-${at}`, of, {
      provider: { reference: '#who' },
      contained: [withNpi({ resourceType: 'Practitioner', id: 'who' }, `1555555${at}1`)],
    }),
    claim(`n4-${at}`, of, { provider: byNpi(`1555555${at}3`) }),
    claim(`n5-${at}`, of, { insurer: byNpi(`1555555${at}1`) }),
    prescription(`n6-${at}`, of, { requester: byNpi(`1555555${at}1`) }),
  ]
  test.each([
    ['01', 'comes before', (all: readonly object[], named: readonly object[]) => [all, named]],
    ['02', 'comes with', (all, named) => [[...named, ...all]]],
    ['03', 'comes a night after', (all, named) => [named, all]],
    ['04', 'comes a night after, the role last,', (all, named) => [named, all.filter((one) => !isRole(one)), all]],
    ['05', 'comes a night after, the role first,', (all, named) => [named, all.filter(isRole), all]],
    ['06', 'says it later than', (all, named) => [named, all.map((one) => withoutCare({ ...one })), all.map(asNewer)]],
  ] as readonly [string, string, (all: readonly object[], named: readonly object[]) => (readonly object[])[]][])(
    'MP-14 IM-1 a care giver named by NPI alone tells the kind of care (%s): a directory that %s it',
    async (at, _, split) => {
      const of = `npi-${at}`
      await loadLines('nepa', { ...member(`p9${at}`), id: of })
      for (const file of split(partiesByNpi(at) as object[], ofNpis(at, of)))
        expect((await loadLines('nepa', ...file)).rejected).toEqual([])
      await reviewStored(portal.database)
      const listMarked = async () => (await listSensitive('nepa')).filter((id) => id.endsWith(`-${at}`))
      const expected = ['n1', 'n2', 'n3', 'n6'].map((id) => `${id}-${at}`)
      expect(await listMarked()).toEqual(expected)
      const { rows } = await sql<{ sensitive: boolean }>`
        select sensitive from fhir_resource where body like ${`%1555555${at}1%`} and type = 'ExplanationOfBenefit' and body like '%contained%'`.execute(
        portal.database.read,
      )
      expect(rows).toEqual([{ sensitive: true }])
      // As stored before this rule existed: the search for records that name them goes through the resources themselves.
      await sql`update claim set sensitive = false where resource_id like ${`n_-${at}`}`.execute(portal.database.read)
      await sql`update sensitivity_review set edition = 'earlier' where brand = 'nepa'`.execute(portal.database.read)
      await reviewStored(portal.database)
      expect(await listMarked()).toEqual(expected)
    },
  )

  test.each(['before', 'after'])(
    'MP-14 IM-7 a care giver named by NPI alone and listed only in a directory tells the kind of care: one that comes %s it',
    async (when) => {
      const [brand, of] = when === 'before' ? (['de', 'dir-1'] as const) : (['wv', 'dir-2'] as const)
      const entry = { zip: '15222', address: '1 Main St', city: 'Pittsburgh', state: 'PA' }
      const rows = [
        { npi: '1740796093', type: 'individual', name: 'Ana Corazon', taxonomy: '207Q00000X;2084P0800X', ...entry },
        { npi: '1003000126', type: 'individual', name: 'Cleo Herz', taxonomy: '207Q00000X', ...entry },
        { npi: '1548294473', type: 'hospital', name: 'Lake Hospital', taxonomy: '282N00000X;273R00000X', ...entry },
        { npi: '1699254839', type: 'facility', name: 'Quiet Clinic', taxonomy: '261QM0801X', ...entry },
      ]
      const claims = rows.map(({ npi }, at) => claim(`dir-${at}-${of}`, of, { provider: byNpi(npi) }))
      const directory = () => load(brand, { 'providers.csv': csv(...rows) }, 'directory')
      if (when === 'before') expect((await directory()).rejected).toEqual([])
      expect((await loadLines(brand, { ...member('p88'), id: of }, ...claims)).rejected).toEqual([])
      if (when === 'after') expect((await directory()).rejected).toEqual([])
      await reviewStored(portal.database)
      const marked = (await listSensitive(brand)).filter((id) => id.endsWith(of))
      expect(marked).toEqual([`dir-0-${of}`, `dir-3-${of}`])
    },
  )

  test('MP-14 OP-7 for a doctor who turns out to give sensitive care, only the records that name the doctor are judged again', async () => {
    const doctor = { resourceType: 'Practitioner', id: 'news-doctor', name: [{ text: 'Ann Ash' }] }
    const naming = { careTeam: [{ sequence: 1, provider: { reference: 'Practitioner/news-doctor' } }] }
    await loadLines('ibc', doctor, member('p81'), member('p82'), claim('news-1', 'p81', naming), claim('news-2', 'p82'))
    await reviewStored(portal.database)
    const other = () =>
      sql`update claim set sensitive = true where resource_id = 'news-2'`.execute(portal.database.read)
    // A state that never occurs: a new judgment would make it visible.
    await other()
    await loadLines('ibc', {
      ...{ ...doctor, meta: { versionId: '2', lastUpdated: '2026-11-01T00:00:00Z' } },
      qualification: [{ code: concept('103TC0700X') }],
    })
    await reviewStored(portal.database)
    expect((await listSensitive('ibc')).filter((id) => id.startsWith('news'))).toEqual(['news-1', 'news-2'])
    await sql`update sensitivity_review set edition = 'earlier' where brand = 'ibc'`.execute(portal.database.read)
    await reviewStored(portal.database)
    expect((await listSensitive('ibc')).filter((id) => id.startsWith('news'))).toEqual(['news-1'])
  })

  test('MP-14 data from before the list is judged by it, some members at a time', async () => {
    const ids = Array.from({ length: 45 }, (_, index) => `q${index + 100}`)
    await loadLines('mn', ...ids.map(member), ...ids.map((id) => claim(`c-${id}`, id, diagnosis('F10.20'))))
    await sql`update claim set sensitive = false where resource_id like 'c-q%'`.execute(portal.database.read)
    await sql`update sensitivity_review set edition = 'earlier' where brand = 'mn'`.execute(portal.database.read)
    await reviewStored(portal.database)
    expect(await listSensitive('mn')).toHaveLength(45)
  })
})

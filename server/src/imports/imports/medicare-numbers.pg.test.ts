import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { csv, importFiles, ndjson } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'

/** Claims as AB2D sends them: without a file of people, each claim with the Medicare numbers of its patient. */
const portal = testPortal()
const brand = 'hmbcbs'

/** An unused Medicare number. */
const makeMbi = () => `1S${String(randomInt(10))}A${String(randomInt(1e6)).padStart(6, '0')}Z`
const currency = (code: string) => ({
  extension: [
    {
      url: 'https://bluebutton.cms.gov/resources/codesystem/identifier-currency',
      valueCoding: { code },
    },
  ],
})
const buildAdded = (value: string, code: string) => ({
  url: 'http://hl7.org/fhir/StructureDefinition/elementdefinition-identifier',
  valueIdentifier: { ...currency(code), system: 'http://hl7.org/fhir/sid/us-mbi', value },
})
const claim = (id: string, reference: string, extension: readonly object[], patient: object = { reference }) => ({
  resourceType: 'ExplanationOfBenefit',
  ...{ id, extension, patient, status: 'active' },
  identifier: [{ system: 'https://bluebutton.cms.gov/resources/variables/clm_id', value: id }],
  billablePeriod: { start: '2026-03-05', end: '2026-03-05' },
  item: [{ sequence: 1, productOrService: { coding: [{ code: '99213' }] } }],
})
const person = (id: string, identifier: readonly object[]) => ({
  ...{ resourceType: 'Patient', id, identifier },
  name: [{ family: 'Kestrel', given: ['Ada'] }],
  birthDate: '1950-02-03',
})
const take = (resources: readonly object[], dryRun = false) =>
  importFiles(portal.database, { 'ab2d.ndjson': ndjson(resources) }, { kind: 'fhir', brand, dryRun })
const listOwners = async (ids: readonly string[]) =>
  (
    await portal.database.read
      .selectFrom('claim')
      .innerJoin('member', 'member.member_id', 'claim.member_id')
      .select(['resource_id', 'member_number'])
      .where('resource_id', 'in', ids)
      .orderBy('resource_id')
      .execute()
  ).map((row) => [row.resource_id, row.member_number])

describe('IM-1 MP-12 claims of people whom no file describes', () => {
  test('IM-1 MP-12 a claim belongs to the member whose number is one of its Medicare numbers, including former ones', async () => {
    const [now, before] = [makeMbi(), makeMbi()]
    const row = { member_number: now, first_name: 'Ada', last_name: 'Kestrel', date_of_birth: '1950-02-03' }
    await importFiles(portal.database, { 'm.csv': csv(row) }, { kind: 'members', brand })
    const [one, two] = [`ab2d-${now}-1`, `ab2d-${now}-2`]
    const numbers = [buildAdded(before, 'historic'), buildAdded(`${now.slice(0, 4)}-${now.slice(4)}`, 'current')]
    const told = await take([
      claim(one, `Patient/-${now}`, numbers),
      claim(two, '', numbers.toReversed(), { identifier: numbers[1]?.valueIdentifier }),
    ])
    expect(told.rejected).toEqual([])
    expect(await listOwners([one, two])).toEqual([
      [one, now],
      [two, now],
    ])
  })

  test('IM-1 MP-12 a plan’s own Patient determines whose Medicare number it is, whatever their member number', async () => {
    const mbi = makeMbi()
    const number = `36${String(randomInt(1e9)).padStart(9, '0')}`
    const own = [
      { type: { coding: [{ code: 'MB' }] }, value: number },
      { type: { coding: [{ code: 'MC' }] }, system: 'http://hl7.org/fhir/sid/us-mbi', value: mbi },
    ]
    await take([person(`own-${mbi}`, own)])
    expect((await take([claim(`ab2d-${mbi}`, `Patient/-${mbi}`, [buildAdded(mbi, 'current')])])).rejected).toEqual([])
    expect(await listOwners([`ab2d-${mbi}`])).toEqual([[`ab2d-${mbi}`, number]])
  })

  test('IM-1 IM-3 a claim of nobody, or of two people, is reported without the number', async () => {
    const [unknown, first, second] = [makeMbi(), makeMbi(), makeMbi()]
    const rows = [first, second].map((member_number) => ({
      ...{ member_number, first_name: 'Ada', last_name: 'Kestrel', date_of_birth: '1950-02-03' },
    }))
    await importFiles(portal.database, { 'm.csv': csv(...rows) }, { kind: 'members', brand })
    const claims = [
      claim(`ab2d-${unknown}`, 'Patient/-7001', [buildAdded(unknown, 'current')]),
      claim(`ab2d-${first}`, 'Patient/-7002', [buildAdded(first, 'current'), buildAdded(second, 'historic')]),
      claim(`ab2d-none-${first}`, 'Patient/-7003', []),
    ]
    const { rejected, counts } = await take(claims)
    expect(rejected.map(({ line, path, reason }) => [line, path, reason])).toEqual([
      ...[1, 2].map((line) => [
        line,
        'patient.reference',
        `Patient/-700${line} is not known, and no one member has the number that this gives: load members with it, then this again`,
      ]),
      [3, 'patient.reference', 'Patient/-7003 is not known: load the Patient, then this again'],
    ])
    expect(counts).toMatchObject({ read: 3, rejected: 3 })
    // Another kind of number, or one in another field, identifies nobody.
    const other = { url: 'https://plan.example/card', valueIdentifier: { system: 'urn:card', value: first } }
    expect((await take([claim(`ab2d-other-${first}`, 'Patient/-7004', [other])])).rejected).toHaveLength(1)
  })
})

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { importFiles, ndjson } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()
const brand = 'vt'
let people = 0

const patient = (id: string, number: string | null, more: object = {}) => ({
  resourceType: 'Patient',
  id,
  ...(number !== null && { identifier: [{ type: { coding: [{ code: 'MB' }] }, value: number }] }),
  name: [{ family: 'Kestrel', given: ['Ada'] }],
  birthDate: '1980-02-03',
  ...more,
})
const claim = (id: string, of: string) => ({
  resourceType: 'ExplanationOfBenefit',
  id,
  status: 'active',
  use: 'claim',
  outcome: 'complete',
  type: { coding: [{ code: 'professional' }] },
  patient: { reference: `Patient/${of}` },
  billablePeriod: { start: '2026-03-05' },
  created: '2026-03-20',
})
const prescription = (id: string, of: string) => ({
  ...{ resourceType: 'MedicationRequest', id, status: 'active', intent: 'order' },
  ...{ subject: { reference: `Patient/${of}` }, medicationCodeableConcept: { text: 'Some drug' } },
})
const buildLink = (type: string, to: string) => ({
  link: [{ type, other: { reference: `Patient/${to}` } }],
})

function newIds() {
  people += 1
  const id = `lp${people}`
  return { id, number: `8755${String(people).padStart(7, '0')}`, first: `${id}-a`, next: `${id}-b` }
}

const load = async (...files: (readonly object[])[]) => {
  const found = []
  for (const file of files) {
    const { rejected } = await importFiles(portal.database, { 'p.ndjson': ndjson([...file]) }, { kind: 'fhir', brand })
    found.push(...rejected.map(({ path, reason }) => `${path} ${reason}`))
  }
  return found
}

/** The members with these ids, and the owner of each claim and prescription. */
async function readPeople(id: string) {
  const { rows } = await sql<{ number: string; records: string[] }>`
    select m.member_number as number, array(
      select resource_id from claim where member_id = m.member_id
      union all select resource_id from prescription where member_id = m.member_id order by 1) as records
    from member m where m.brand = ${brand} and m.member_id in (
      select member_id from import_patient where brand = ${brand} and patient_id like ${`${id}-%`})
    order by 1`.execute(portal.database.read)
  return rows.map(({ number, records }) => [number, ...records])
}

const orders = {
  'in one file': (all: readonly object[]) => [all],
  'in one file backwards': (all: readonly object[]) => [all.toReversed()],
}

describe('IM-1 several Patients of one member', () => {
  test.each(Object.entries(orders))('IM-1 two Patients with the same number are one member, %s', async (_, sort) => {
    const { id, number, first, next } = newIds()
    const all = [patient(first, number), patient(next, number), claim(`${id}-c1`, first), claim(`${id}-c2`, next)]
    expect(await load(...sort(all))).toEqual([])
    expect(await readPeople(id)).toEqual([[number, `${id}-c1`, `${id}-c2`]])
  })

  test.each(
    ['replaced-by', 'refer'].flatMap((type) => Object.entries(orders).map(([order, sort]) => ({ type, order, sort }))),
  )('IM-1 a Patient without a number is the one whom $type links it to, $order', async ({ type, sort }) => {
    const { id, number, first, next } = newIds()
    const all = [
      patient(first, null, { active: false, ...buildLink(type, next) }),
      patient(next, number),
      claim(`${id}-c1`, first),
      claim(`${id}-c2`, next),
      prescription(`${id}-r1`, first),
    ]
    expect(await load(...sort(all))).toEqual([])
    expect(await readPeople(id)).toEqual([[number, `${id}-c1`, `${id}-c2`, `${id}-r1`]])
  })

  test('IM-1 a Patient later replaced under another number is the same member, with the new number', async () => {
    const { id, number, first, next } = newIds()
    const nextNumber = number.replace(/^8755/, '8756')
    expect(await load([patient(first, number), claim(`${id}-c1`, first)])).toEqual([])
    expect(
      await load([
        patient(first, number, {
          meta: { lastUpdated: '2026-05-01T00:00:00Z' },
          active: false,
          ...buildLink('replaced-by', next),
        }),
        patient(next, nextNumber, buildLink('replaces', first)),
        claim(`${id}-c2`, next),
      ]),
    ).toEqual([])
    expect(await readPeople(id)).toEqual([[nextNumber, `${id}-c1`, `${id}-c2`]])
  })

  test('OS-20 apps get the Patient that replaced the other', async () => {
    for (const [old, now] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      const { id, number } = newIds()
      const replaced = { active: false, gender: 'other', ...buildLink('replaced-by', `${id}-${now}`) }
      await load([patient(`${id}-${old}`, number, replaced), patient(`${id}-${now}`, number, { gender: 'female' })])
      const { rows } = await sql<{ body: string }>`select body from fhir_resource join member using (member_id)
        where type = 'Patient' and member_number = ${number}`.execute(portal.database.read)
      expect(rows.map(({ body }) => JSON.parse(body).gender)).toEqual(['female'])
    }
  })

  test('IM-1 a link to somebody with another date of birth or first name does not count', async () => {
    const { id, number, first, next } = newIds()
    const child = { name: [{ family: 'Kestrel', given: ['Ida'] }], birthDate: '2015-06-01' }
    const refused = await load([
      patient(first, null, { ...child, ...buildLink('refer', next) }),
      patient(next, number),
      claim(`${id}-c1`, first),
    ])
    expect(refused).toHaveLength(1)
    expect(await readPeople(id)).toEqual([[number]])
  })
})

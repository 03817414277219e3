import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { csv, importFiles, ndjson } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { contentHash } from '../../../platform/versions/content.ts'
import { readResource } from '../fhir/read-resource.ts'
import { createLinkedPeople } from '../linked-people.ts'
import { importResources } from '../resources.ts'
import { reviewStored } from './review.ts'

const portal = testPortal()
const brand = 'hmbcbs'
const label = { meta: { security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'ETH' }] } }
let people = 0

/** A new person whose claim numbers begin with the person's id. */
function newPerson() {
  const id = `lc${++people}`
  const patient = {
    resourceType: 'Patient',
    id,
    identifier: [{ type: { coding: [{ code: 'MB' }] }, value: `8766${String(people).padStart(7, '0')}` }],
    name: [{ family: 'Kestrel', given: ['Bea'] }],
    birthDate: '2015-06-01',
  }
  const claim = (name: string, more: object = {}) => ({
    resourceType: 'ExplanationOfBenefit',
    id: `${id}-${name}`,
    identifier: [{ type: { coding: [{ code: 'uc' }] }, value: `N-${id}-${name}` }],
    status: 'active',
    use: 'claim',
    type: { coding: [{ code: 'professional' }] },
    patient: { reference: `Patient/${id}` },
    billablePeriod: { start: '2026-03-05' },
    created: '2026-03-20',
    outcome: 'complete',
    ...more,
  })
  return { id, patient, claim }
}
type Person = ReturnType<typeof newPerson>

const load = (files: readonly (readonly object[])[], kind = 'fhir') =>
  files.reduce(async (before, file) => {
    await before
    const { rejected } = await importFiles(portal.database, { 'some.ndjson': ndjson([...file]) }, { kind, brand })
    expect(rejected).toEqual([])
  }, Promise.resolve())

/** What only the patient sees, on pages and through apps. */
async function listHidden({ id }: Person) {
  const { rows } = await sql<{ id: string; shelved: boolean }>`
    select c.resource_id as id, r.sensitive as shelved from claim c
      join fhir_resource r on r.member_id = c.member_id and r.type = 'ExplanationOfBenefit'
        and r.body::jsonb -> 'identifier' -> 0 ->> 'value' = c.claim_number
    where c.resource_id like ${`${id}-%`} and c.sensitive order by 1`.execute(portal.database.read)
  expect(rows.filter(({ shelved }) => !shelved)).toEqual([])
  return rows.map((row) => row.id.slice(id.length + 1))
}

const judgeAgain = async () => {
  await sql`update sensitivity_review set edition = 'earlier' where brand = ${brand}`.execute(portal.database.read)
  await reviewStored(portal.database)
}

const buildRelated = (code: string, more: object) => ({ related: [{ relationship: { coding: [{ code }] }, ...more }] })

const namings = {
  'its number': (number: string) => buildRelated('prior', { reference: { value: number } }),
  'its number with a system': (number: string) =>
    buildRelated('prior', { reference: { system: 'https://plan.example/claims', value: number } }),
  'its number in a reference': (number: string) =>
    buildRelated('replaces', { claim: { identifier: { value: number } } }),
}
const orders = {
  'in one file': (first: object, then: object) => [[first, then]],
  'in one file backwards': (first: object, then: object) => [[then, first]],
  'the earlier one first': (first: object, then: object) => [[first], [then]],
  'the earlier one last': (first: object, then: object) => [[then], [first]],
}
const ways = Object.entries(namings).flatMap(([by, name]) =>
  Object.entries(orders).map(([order, sort]) => ({ by, order, name, sort })),
)

describe('MP-14 claims about the same care', () => {
  test.each(ways)(
    'MP-14 an adjusted claim is as sensitive as the one that it names by $by, $order',
    async ({ name, sort }) => {
      const person = newPerson()
      const { id, patient, claim } = person
      await load([[patient, claim('other')], ...sort(claim('first', label), claim('then', name(`N-${id}-first`)))])
      expect(await listHidden(person)).toEqual(['first', 'then'])
      // It stays hidden when it is sent again without a label, or judged again.
      await load([[claim('then', { ...name(`N-${id}-first`), disposition: 'Again' })]])
      expect(await listHidden(person)).toEqual(['first', 'then'])
      await judgeAgain()
      expect(await listHidden(person)).toEqual(['first', 'then'])
    },
  )

  test.each(Object.entries(orders))('MP-14 so is a claim that the earlier one names, %s', async (_, sort) => {
    const person = newPerson()
    const { id, patient, claim } = person
    const naming = { ...label, ...buildRelated('replacedby', { reference: { value: `N-${id}-then` } }) }
    await load([[patient], ...sort(claim('first', naming), claim('then'))])
    expect(await listHidden(person)).toEqual(['first', 'then'])
  })

  test.each(Object.entries(orders))(
    'MP-14 a label on the correction applies to the corrected claim, %s',
    async (_, sort) => {
      const person = newPerson()
      const { id, patient, claim } = person
      const then = claim('then', { ...label, ...namings['its number'](`N-${id}-first`) })
      await load([[patient, claim('other')], ...sort(claim('first'), then)])
      expect(await listHidden(person)).toEqual(['first', 'then'])
    },
  )

  test('MP-14 a chain of corrections is hidden, and visible again without the code that hid it', async () => {
    const person = newPerson()
    const { id, patient, claim } = person
    const code = 'D9123'
    const names = ['d', 'c', 'b', 'a']
    const chain = names.map((name, at) =>
      claim(name, {
        ...(at === names.length - 1
          ? { item: [{ sequence: 1, productOrService: { coding: [{ code }] } }] }
          : buildRelated('prior', {
              reference: { value: `N-${id}-${names[at + 1]}` },
            })),
      }),
    )
    await load([[patient], ...chain.map((one) => [one])])
    expect(await listHidden(person)).toEqual([])
    const change = async (more: object) => {
      const { rejected } = await importFiles(
        portal.database,
        { 'codes.csv': csv({ system: 'hcpcs', code, ...more }) },
        { kind: 'sensitive-codes', brand },
      )
      expect(rejected).toEqual([])
      await reviewStored(portal.database)
    }
    await change({ begins: '', ends: '' })
    expect(await listHidden(person)).toEqual(['a', 'b', 'c', 'd'])
    await change({ withdrawn: 'yes' })
    expect(await listHidden(person)).toEqual([])
  })

  test('MP-14 a counter-entry without a label is as sensitive as the claim that it takes back', async () => {
    const person = newPerson()
    const { patient, claim } = person
    const amounts = (value: number) => ({
      provider: { display: 'Maple Clinic' },
      total: ['submitted', 'eligible', 'benefit'].map((code) => ({
        category: { coding: [{ code }] },
        amount: { value, currency: 'USD' },
      })),
    })
    await load([[patient], [claim('first', { ...label, ...amounts(80) })], [claim('counter', amounts(-80))]])
    expect(await listHidden(person)).toEqual(['counter', 'first'])
  })

  const approvals = {
    'of its insurance': (number: string) => ({
      insurance: [{ focal: true, coverage: { display: 'Plan' }, preAuthRef: [number] }],
    }),
    'of its own': (number: string) => ({ preAuthRef: [number] }),
    'of what is related': (number: string) => buildRelated('associated', { reference: { value: number } }),
  }
  test.each(
    Object.entries(approvals).flatMap(([by, name]) =>
      Object.entries(orders).map(([order, sort]) => ({ by, order, name, sort })),
    ),
  )('MP-14 a claim is as sensitive as the approval that it names by the number $by, $order', async ({ name, sort }) => {
    const person = newPerson()
    const { id, patient, claim } = person
    const approval = claim('approval', { use: 'preauthorization', preAuthRef: [`PA-${id}`], ...label })
    const open = claim('open', { use: 'preauthorization', preAuthRef: [`PB-${id}`] })
    await load([[patient, open, claim('other', name(`PB-${id}`))], ...sort(approval, claim('care', name(`PA-${id}`)))])
    expect(await listHidden(person)).toEqual(['care'])
    await judgeAgain()
    expect(await listHidden(person)).toEqual(['care'])
    const { rows } = await sql<{ id: string }>`select resource_id as id from prior_authorization
      where resource_id like ${`${id}-%`} and sensitive`.execute(portal.database.read)
    expect(rows).toEqual([{ id: `${id}-approval` }])
  })

  const f11 = { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'F11.20' }] }
  const reasons = {
    'a referral': (id: string) => ({
      reason: { resourceType: 'ServiceRequest', id: `${id}-r`, status: 'active', intent: 'order', reasonCode: [f11] },
      named: { referral: { reference: `ServiceRequest/${id}-r` } },
    }),
    'a report': (id: string) => ({
      reason: { resourceType: 'DiagnosticReport', id: `${id}-r`, status: 'final', conclusion: 'HIV positive' },
      named: {
        extension: [{ url: 'http://plan.example/why', reasonReference: { reference: `DiagnosticReport/${id}-r` } }],
      },
    }),
    'a care plan': (id: string) => ({
      reason: { resourceType: 'CarePlan', id: `${id}-r`, status: 'active', intent: 'plan', title: 'Alcohol recovery' },
      named: { extension: [{ url: 'http://plan.example/why', basedOn: { reference: `CarePlan/${id}-r` } }] },
    }),
  }
  test.each(
    Object.entries(reasons).flatMap(([by, build]) =>
      Object.entries(orders).map(([order, sort]) => ({ by, order, build, sort })),
    ),
  )('MP-14 a claim is as sensitive as $by that it names, $order', async ({ build, sort }) => {
    const person = newPerson()
    const { id, patient, claim } = person
    const { reason, named } = build(id)
    await load([[patient], ...sort({ ...reason, subject: { reference: `Patient/${id}` } }, claim('care', named))])
    expect(await listHidden(person)).toEqual(['care'])
  })
})

test('MP-14 IM-5 a claim that another import’s transaction overtakes is judged by the reason that this one stores', async () => {
  const person = newPerson()
  await load([[person.patient, person.claim('before')]])
  const condition = {
    ...{ resourceType: 'Condition', id: `${person.id}-why`, ...label },
    ...{ subject: { reference: `Patient/${person.id}` }, code: { text: 'Something' } },
  }
  const text = JSON.stringify(condition)
  const read = readResource('Condition', text, contentHash(text), '2026-05-01')
  const named = person.claim('after', {
    diagnosis: [{ sequence: 1, diagnosisReference: { reference: `Condition/${condition.id}` } }],
  })
  const [isStored, isMet] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const run = {
    ...{ brand, runId: randomUUID(), now: new Date() },
    ...{ assignNumbers: false, warn: () => {}, links: createLinkedPeople() },
  }
  const storing = portal.database.transaction(async (tx) => {
    await importResources(tx, [{ ...read, at: { file: 'some.ndjson', line: 1 }, text }], run)
    isStored.resolve()
    await isMet.promise
  })
  await isStored.promise
  const importing = load([[named]])
  await eventually(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(portal.database.read)
    expect(rows).toHaveLength(1)
  }).finally(isMet.resolve)
  await Promise.all([storing, importing])
  expect(await listHidden(person)).toEqual(['after'])
})

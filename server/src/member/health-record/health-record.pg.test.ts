import { calls } from '@portico/contract/calls'
import { expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { signInClient } from '../../../test/client.ts'
import { importFiles, ndjson } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { actForMember, viewMirela } from '../../../test/signed-in.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'

const portal = testPortal()

/** Demo members whose ids come from their files. */
async function findPatient(firstName: string, lastName: string) {
  return portal.database.read
    .selectFrom('member')
    .innerJoin('import_patient', 'import_patient.member_id', 'member.member_id')
    .select(['patient_id as id', 'member.brand as brand'])
    .where('member.first_name', '=', firstName)
    .where('member.last_name', '=', lastName)
    .executeTakeFirstOrThrow()
}

const confidential = { security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality', code: 'R' }] }

async function load(who: { readonly id: string; readonly brand: string }, ...resources: readonly object[]) {
  const reference = { reference: `Patient/${who.id}` }
  const own = resources.map((one) => ({ subject: reference, patient: reference, ...one }))
  const doctor = { resourceType: 'Practitioner', id: 'hr-doc', name: [{ text: 'Dr. Ada Sample' }] }
  const files = { 'a.ndjson': ndjson([doctor, ...own]) }
  const { rejected } = await importFiles(portal.database, files, { kind: 'fhir', brand: who.brand })
  expect(rejected).toEqual([])
}

const read = async (loginId: string) => make(await signInClient(portal.origin, loginId), calls.healthRecord, {})
const flu = {
  ...{
    resourceType: 'Immunization',
    status: 'completed',
    occurrenceDateTime: isoDayAfter(easternDay(new Date()), -30),
  },
  vaccineCode: { coding: [{ system: 'http://hl7.org/fhir/sid/cvx', code: '150' }], text: 'Flu' },
}

test('OS-1 a member sees what the plan has, with its date and who recorded it; sensitive entries are marked', async () => {
  const tomas = await findPatient('Tomas', 'Lindqvist')
  await load(
    tomas,
    {
      ...{ resourceType: 'Condition', id: 'hr-c', code: { text: 'Asthma' }, onsetDateTime: '2019-04' },
      recorder: { reference: 'Practitioner/hr-doc' },
    },
    { resourceType: 'Condition', id: 'hr-s', code: { text: 'Quiet' }, meta: confidential, recordedDate: '2024-01-02' },
    { resourceType: 'Encounter', id: 'hr-e', status: 'finished', class: { code: 'AMB' } },
  )
  const answer = await read('FAMILY01')
  const { entries, people, asOf } = answer.body.payload
  expect(people.map(({ firstName }) => firstName)).toEqual(['Tomas', 'Alma'])
  const own = entries.filter(({ person }) => person.firstName === 'Tomas')
  expect(own.map(({ name, sensitive }) => [name, sensitive])).toEqual([
    ['Quiet', true],
    ['Asthma', false],
  ])
  expect(own[1]).toMatchObject({
    kind: 'condition',
    day: '2019-04',
    by: 'Dr. Ada Sample',
    state: null,
    value: null,
  })
  expect(asOf).not.toBeNull()
  expect(await listAuditedActions(portal.database, answer)).toEqual(['health-record.read done'])
})

test('OS-1 entries of every kind come newest first, by the displayed day', async () => {
  const { entries } = (await read('MEMBER01')).body.payload
  const days = entries.map(({ day }) => day ?? '')
  expect(new Set(entries.map(({ kind }) => kind)).size).toBe(5)
  expect(days).toEqual(days.toSorted().toReversed())
})

test('OS-1 MP-14 a parent sees a young child’s vaccines, but nothing sensitive; a spouse sees neither', async () => {
  const alma = await findPatient('Alma', 'Lindqvist')
  await load(
    alma,
    { ...flu, id: 'hr-flu' },
    { resourceType: 'Observation', id: 'hr-o', status: 'final', code: { text: 'Hidden' }, meta: confidential },
  )
  const ofAlma = (await read('FAMILY01')).body.payload.entries.filter(({ person }) => person.firstName === 'Alma')
  expect(ofAlma).toContainEqual(expect.objectContaining({ kind: 'immunization', name: 'Flu', state: 'given' }))
  expect(ofAlma.filter(({ kind, sensitive }) => kind !== 'immunization' || sensitive)).toEqual([])
  const spouse = (await read('FAMILY02')).body.payload
  expect([spouse.people.map(({ firstName }) => firstName), spouse.entries]).toEqual([['Mirela'], []])
})

test('OS-1 LG-1 in Spanish, a vaccine has the Spanish name of its public code, or else the name that was sent', async () => {
  const tomas = await findPatient('Tomas', 'Lindqvist')
  const polio = { coding: [{ system: 'http://hl7.org/fhir/sid/cvx', code: '10' }], text: 'IPV' }
  await load(
    tomas,
    { ...flu, id: 'hr-polio', vaccineCode: polio },
    {
      ...flu,
      id: 'hr-own',
      vaccineCode: { coding: [{ system: 'http://plan.example/own', code: '10' }], text: 'Own shot' },
    },
  )
  const client = await signInClient(portal.origin, 'FAMILY01')
  const names = async (language: string) => {
    client.cookies.set('language', language)
    const { entries } = (await make(client, calls.healthRecord, {})).body.payload
    const own = entries.filter(({ kind, person }) => kind === 'immunization' && person.firstName === 'Tomas')
    return own.map(({ name }) => name).toSorted()
  }
  expect(await names('es')).toEqual(['Own shot', 'Polio'])
  expect(await names('en')).toEqual(['IPV', 'Own shot'])
})

test('OS-1 RG-3 CS-1 no one who looks at someone’s information or acts for them sees it', async () => {
  const viewer = await viewMirela(portal, ['coverage', 'claims', 'messages', 'write', 'apps'])
  expect((await make(viewer, calls.healthRecord, {})).status).toBe(403)
  const rep = await actForMember(portal.origin, 'MEMBER01')
  expect((await make(rep, calls.healthRecord, {})).status).toBe(403)
})

test('OS-1 MP-20 a vaccine of the health record counts for recommended care like one of a claim', async () => {
  const mirela = await findPatient('Mirela', 'Lindqvist')
  const readTetanus = async () =>
    (await make(await signInClient(portal.origin, 'FAMILY02'), calls.wellness, {})).body.payload.care.find(
      ({ id }) => id === 'tetanus',
    )
  const shot = { ...flu, vaccineCode: { coding: [{ system: 'http://hl7.org/fhir/sid/cvx', code: '113' }] } }
  expect((await readTetanus())?.state).toBe('no-claim')
  await load(mirela, { ...shot, id: 'hr-mine', status: 'not-done' })
  expect((await readTetanus())?.state).toBe('no-claim')
  await load(mirela, { ...shot, id: 'hr-mine-2' })
  expect(await readTetanus()).toMatchObject({ state: 'shown', last: flu.occurrenceDateTime })
})

test('OS-1 the page says if more exists than it shows', async () => {
  const { id, brand } = await findPatient('Mirela', 'Lindqvist')
  const many = Array.from({ length: 103 }, (_, index) => ({
    ...{ resourceType: 'Observation', id: `hr-many-${index}`, status: 'final', code: { text: `Test ${index}` } },
  }))
  await load({ id, brand }, ...many)
  const { entries, more } = (await read('FAMILY02')).body.payload
  expect(entries.filter(({ kind }) => kind === 'result')).toHaveLength(100)
  expect(more).toEqual([{ kind: 'result', count: 3 }])
})

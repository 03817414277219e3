import { describe, expect, test } from 'vitest'
import { importFiles, ndjson } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { reviewStored } from './review.ts'

const portal = testPortal()
const brand = 'hmbcbs'
let people = 0

const rxnorm = 'http://www.nlm.nih.gov/research/umls/rxnorm'
const medication = (id: string, parts: readonly string[], more: object = {}) => ({
  ...{ resourceType: 'Medication', id, code: { text: 'A compound' } },
  ingredient: parts.map((part) => ({ itemReference: { reference: part } })),
  ...more,
})
const ingredient = (id: string, code: string, display: string) => ({
  resourceType: 'Medication',
  id,
  code: { coding: [{ system: rxnorm, code, display }] },
})

/** A new person with a prescription of a drug. */
function newPerson() {
  const id = `ing${++people}`
  const patient = {
    ...{ resourceType: 'Patient', id, birthDate: '2012-06-01', name: [{ family: 'Kestrel', given: ['Bea'] }] },
    identifier: [{ type: { coding: [{ code: 'MB' }] }, value: `8755${String(people).padStart(7, '0')}` }],
  }
  const order = (drug: string, more: object = {}) => ({
    ...{ resourceType: 'MedicationRequest', id, status: 'active', intent: 'order', authoredOn: '2026-03-05' },
    ...{ subject: { reference: `Patient/${id}` }, medicationReference: { reference: drug } },
    ...more,
  })
  return { id, patient, order }
}

async function load(...files: readonly (readonly object[])[]) {
  for (const file of files) {
    const { rejected } = await importFiles(portal.database, { 'some.ndjson': ndjson(file) }, { kind: 'fhir', brand })
    expect(rejected.map(({ reason }) => reason)).toEqual([])
  }
  await reviewStored(portal.database)
}

const readPrescription = (id: string) =>
  portal.database.read
    .selectFrom('prescription')
    .select(['name', 'sensitive'])
    .where('resource_id', '=', id)
    .executeTakeFirstOrThrow()
const isHidden = async (id: string) => (await readPrescription(id)).sensitive

describe('MP-14 a drug whose ingredients are referenced drugs', () => {
  const drugs = [
    ['buprenorphine', '1819', 'Buprenorphine', true],
    ['metformin', '6809', 'Metformin', false],
  ] as const

  test.each(drugs)(
    'MP-14 IM-1 of %s is judged by them, whichever file comes first',
    async (_, code, display, hidden) => {
      const seen: boolean[] = []
      for (const order of ['together', 'first', 'last', 'between'] as const) {
        const { id, patient, order: prescribe } = newPerson()
        const part = ingredient(`${id}-part`, code, display)
        const whole = medication(`${id}-whole`, [`Medication/${id}-part`])
        const request = prescribe(`Medication/${id}-whole`)
        if (order === 'together') await load([request, whole, part, patient])
        else if (order === 'first') await load([part], [whole], [patient, request])
        else if (order === 'last') await load([whole], [patient, request], [part])
        else await load([whole], [part], [patient, request])
        seen.push(await isHidden(id))
      }
      expect(seen).toEqual([hidden, hidden, hidden, hidden])
    },
  )

  test.each(drugs)('MP-14 of %s within the prescription, or some steps away', async (_, code, display, hidden) => {
    const contained = newPerson()
    const own = contained.order('#whole', {
      contained: [medication('whole', ['#part']), ingredient('part', code, display)],
    })
    const mixed = newPerson()
    const outside = mixed.order('#whole', { contained: [medication('whole', [`Medication/${mixed.id}-part`])] })
    const far = newPerson()
    const steps = [1, 2, 3].map((at) => medication(`${far.id}-${at}`, [`Medication/${far.id}-${at + 1}`]))
    await load(
      [ingredient(`${mixed.id}-part`, code, display), ingredient(`${far.id}-4`, code, display), ...steps],
      [contained.patient, own, mixed.patient, outside, far.patient, far.order(`Medication/${far.id}-1`)],
    )
    expect(await Promise.all([contained, mixed, far].map(({ id }) => isHidden(id)))).toEqual([hidden, hidden, hidden])
  })

  test('MP-14 IM-5 circular and missing ingredients end', async () => {
    const { id, patient, order } = newPerson()
    const [one, two] = [`${id}-a`, `${id}-b`]
    await load([
      medication(one, [`Medication/${two}`, 'Medication/nowhere', '#x']),
      medication(two, [`Medication/${one}`, `Medication/${two}`]),
      ...[patient, order(`Medication/${one}`)],
    ])
    expect(await isHidden(id)).toBe(false)
  })

  test('IM-1 it is named by its references’ names, if it has no other', async () => {
    const { id, patient, order } = newPerson()
    const parts = ['Metformin', 'Glipizide'].map((display) => ({
      itemReference: { reference: `Medication/${display}`, display },
    }))
    await load([
      medication(`${id}-named`, [], { code: undefined, ingredient: parts }),
      patient,
      order(`Medication/${id}-named`),
    ])
    expect((await readPrescription(id)).name).toBe('Metformin / Glipizide')
  })
})

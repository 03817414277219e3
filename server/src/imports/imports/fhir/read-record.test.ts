import { expect, test } from 'vitest'
import { readResource } from './read-resource.ts'

interface Resource {
  readonly resourceType: 'CareTeam' | 'RelatedPerson' | 'MedicationRequest' | 'MedicationDispense'
  readonly [field: string]: unknown
}

function read(resource: Resource) {
  const found = readResource(resource.resourceType, JSON.stringify(resource), Buffer.alloc(0), '2026-11-26')
  if (found.type !== 'record') throw new Error('It was not read as a record.')
  return found.incoming.read
}

test('IM-1 MP-15 a care team, a relative and a prescription until a month last through its last day', () => {
  const [subject, period] = [{ reference: 'Patient/1' }, { start: '2025', end: '2026-02' }]
  const days = { begins: '2025-01-01', ends: '2026-02-28' }
  expect(read({ resourceType: 'CareTeam', id: 'a', status: 'active', subject, period })).toMatchObject(days)
  expect(
    read({ resourceType: 'RelatedPerson', id: 'b', patient: subject, name: [{ text: 'Bo Ash' }], period }),
  ).toMatchObject(days)
  const request = { resourceType: 'MedicationRequest', id: 'c', status: 'active', intent: 'order', subject } as const
  const drug = { medicationCodeableConcept: { text: 'Metformin' }, dispenseRequest: { validityPeriod: period } }
  expect(read({ ...request, ...drug })).toMatchObject({ endsOn: '2026-02-28' })
})

test.each<[string, object, object]>([
  ['type', { display: 'Ann Ash', type: 'Practitioner' }, { display: 'Corner Pharmacy', type: 'Organization' }],
  [
    'address',
    { reference: 'Practitioner/1', display: 'Ann Ash' },
    { reference: 'Organization/2', display: 'Corner Pharmacy' },
  ],
  ['contained resource', { reference: '#person' }, { reference: '#place' }],
])(
  'IM-1 MP-6 of those who gave out a drug, the pharmacy is named, as the %s of the reference says',
  (_, person, place) => {
    const dispense = {
      ...({ resourceType: 'MedicationDispense', id: 'd', status: 'completed' } as const),
      subject: { reference: 'Patient/1' },
      medicationCodeableConcept: { text: 'Metformin' },
      contained: [
        { resourceType: 'Practitioner', id: 'person', name: [{ text: 'Ann Ash' }] },
        { resourceType: 'Organization', id: 'place', name: 'Corner Pharmacy' },
      ],
      performer: [{ actor: person }, { actor: place }],
    }
    expect(read(dispense)).toMatchObject({ pharmacy: { name: 'Corner Pharmacy' } })
  },
)

test('IM-1 MP-17 a contained drug without a name has its ingredients’ names, also of contained ones', () => {
  const request = (ingredient: object[]) => ({
    ...({ resourceType: 'MedicationRequest', id: 'm', status: 'active', intent: 'order' } as const),
    subject: { reference: 'Patient/1' },
    contained: [
      { resourceType: 'Medication', id: 'mix', ingredient },
      { resourceType: 'Medication', id: 'part', code: { text: 'Naltrexone 50 MG' } },
    ],
    medicationReference: { reference: '#mix' },
  })
  const words = { itemCodeableConcept: { text: 'Bupropion 90 MG' } }
  expect(read(request([words, { itemReference: { reference: '#part' } }]))).toMatchObject({
    drug: { name: 'Bupropion 90 MG / Naltrexone 50 MG' },
  })
  expect(read(request([{ itemReference: { display: 'Lidocaine' } }]))).toMatchObject({ drug: { name: 'Lidocaine' } })
  expect(() => read(request([]))).toThrow('names no drug')
})

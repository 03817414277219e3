import { describe, expect, test } from 'vitest'
import { readParsed } from './read-resource.ts'
import type { ResourceType } from './shapes.ts'

const of = { reference: 'Patient/1' }
const drug = { concept: { text: 'Amoxicillin' } }
const read = (resource: { readonly resourceType: string }) => () =>
  readParsed(resource.resourceType as ResourceType, { id: '1', ...resource }, Buffer.alloc(32), '2026-11-30')

const earlier = [
  { resourceType: 'Coverage', beneficiary: of, grouping: { group: '1' } },
  { resourceType: 'ExplanationOfBenefit', patient: of, totalCost: { value: 1 } },
  {
    resourceType: 'MedicationDispense',
    subject: of,
    medicationCodeableConcept: { text: 'Amoxicillin' },
    notDone: true,
  },
] as const
const later = [
  { resourceType: 'Coverage', beneficiary: of, kind: 'self-pay' },
  { resourceType: 'Coverage', beneficiary: of, subscriberId: [{ value: '1' }] },
  { resourceType: 'ExplanationOfBenefit', patient: of, decision: { coding: [{ code: 'denied' }] } },
  { resourceType: 'ExplanationOfBenefit', patient: of, item: [{ reviewOutcome: { decision: {} } }] },
  { resourceType: 'MedicationRequest', subject: of, medication: drug },
  { resourceType: 'MedicationDispense', subject: of, medication: { reference: { reference: 'Medication/1' } } },
] as const

describe('IM-1 IM-3 a resource of another version of FHIR, whose fields would be lost, is skipped with the reason', () => {
  test.each(earlier)('IM-3 of STU3 or DSTU2: %j', (resource) => {
    expect(read(resource)).toThrow('is of FHIR STU3 or DSTU2: only R4 is read')
  })

  test.each(later)('IM-3 of R5: %j', (resource) => {
    expect(read(resource)).toThrow('is of FHIR R5: only R4 is read')
  })
})

test('IM-3 an amount in another currency is refused, also if it is written as in STU3', () => {
  const amount = (more: object) => ({
    ...{ resourceType: 'ExplanationOfBenefit', status: 'active', use: 'claim', patient: of, created: '2026-03-01' },
    total: [{ category: { coding: [{ code: 'submitted' }] }, amount: { value: 5, ...more } }],
  })
  const system = 'urn:iso:std:iso:4217'
  expect(read(amount({ system, code: 'CAD' }))).toThrow('is not in US dollars')
  expect(read(amount({ system, code: 'USD' }))).not.toThrow()
  expect(read(amount({ unit: 'EUR' }))).toThrow('is not in US dollars')
  expect(read(amount({ unit: 'USD' }))).not.toThrow()
})

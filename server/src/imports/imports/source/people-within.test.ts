import { expect, test } from 'vitest'
import { mayContainPeople } from './people-within.ts'

const person = { resourceType: 'Patient', id: 'p', name: [{ family: 'Kestrel' }], birthDate: '1980-02-03' }
const claim = { resourceType: 'ExplanationOfBenefit', patient: { reference: '#p' } }

test.each<[string, object, boolean]>([
  ['behind the other fields', { ...claim, contained: [person] }, true],
  // Some senders sort the fields of a resource alphabetically.
  ['before all others', { contained: [person], ...claim }, true],
  ['without a day of birth', { ...claim, contained: [{ ...person, birthDate: undefined }] }, false],
  ['nowhere, though the resource is one itself', { ...person, contained: [{ resourceType: 'Organization' }] }, false],
])('IM-1 a person within a resource is found %s', (_, resource, isSeen) => {
  expect(mayContainPeople(JSON.stringify(resource))).toBe(isSeen)
})

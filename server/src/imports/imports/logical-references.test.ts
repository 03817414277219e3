import { expect, test } from 'vitest'
import { findLogicalReferences } from './logical-references.ts'

const named = '"provider":{"identifier":{"system":"http://hl7.org/fhir/sid/us-npi","value":"1234567893"}}'
const system = 'http://hl7.org/fhir/sid/us-npi'
const one = { who: 'provider', at: 13, type: null, value: '1234567893', system }

test('IM-1 an NPI without a reference is found among everything else in a resource', () => {
  for (const more of ['"a":"{\\"identifier\\":{}}"', '"a":"\\\\"', '"a":[1,{"b":[]},null]', '"a":"} ] \\" {"'])
    expect(findLogicalReferences(`{${named},${more}}`), more).toEqual([one])
  expect(findLogicalReferences(`{"careTeam":[{${named}}]}`)).toMatchObject([{ value: one.value }])
  expect(findLogicalReferences(`{"x":{"identifier":{"value":"1"}},"patient":{"identifier":{"value":"2"}}}`)).toEqual([])
  expect(findLogicalReferences(`{${named.replace('sid/us-npi', 'sid/us-ssn')}}`)).toEqual([])
})

test('IM-1 MP-14 a person is named by an identifier with its system alone', () => {
  const who = '"patient":{"identifier":{"system":"https://plan.example/m","value":"7"}'
  expect(findLogicalReferences(`{${who}}}`)).toMatchObject([
    { who: 'person', value: '7', system: 'https://plan.example/m' },
  ])
  expect(findLogicalReferences(`{${who},"reference":"Patient/1"}}`)).toEqual([])
})

test('IM-5 a text of 15 MB, of one string, of escapes or of brackets, is read to its end or left alone', () => {
  for (const part of ['a', '\\n', '\\"', '\\\\']) {
    const note = part.repeat(15_000_000 / part.length)
    expect(findLogicalReferences(`{${named},"note":"${note}"}`).length, part).toBe(1)
  }
  expect(findLogicalReferences(`{${named},"x":${'['.repeat(15_000_000)}`)).toEqual([])
  expect(findLogicalReferences(`{${named},"x":"never ended`)).toEqual([one])
})

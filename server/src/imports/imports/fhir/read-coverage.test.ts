import { describe, expect, test } from 'vitest'
import { Skipped } from '../refused.ts'
import { readResource } from './read-resource.ts'

function readCoverage(more: object) {
  const coverage = {
    resourceType: 'Coverage',
    id: 'one',
    status: 'active',
    beneficiary: { reference: 'Patient/1' },
    payor: [{ display: 'Sample Plan' }],
    ...more,
  }
  const read = readResource('Coverage', JSON.stringify(coverage), Buffer.alloc(0), '2026-11-26')
  if (read.type !== 'coverage') throw new Error('It was not read as a coverage.')
  return read.incoming.read
}

const actCode = 'http://terminology.hl7.org/CodeSystem/v3-ActCode'
const buildType = (code: string, system = actCode, text?: string) => ({ type: { coding: [{ system, code }], text } })
const medicare = (part: string) => ({
  ...buildType('SUBSIDIZ'),
  payor: [{ identifier: { value: 'Centers for Medicare and Medicaid Services' } }],
  class: [
    { type: { coding: [{ code: 'group' }] }, value: 'Medicare' },
    { type: { coding: [{ code: 'plan' }] }, value: part },
  ],
})

describe('IM-1 the kind of a coverage', () => {
  test.each([
    ['Part A', 'medical'],
    ['Part B', 'medical'],
    ['Part C', 'medical'],
    ['Part D', 'drug'],
  ])('IM-1 Blue Button names Medicare in the group alone: %s is %s', (part, kind) => {
    expect(readCoverage(medicare(part))).toMatchObject({ isMedicare: true, isMedicaid: null, kind, planName: part })
  })

  test.each([
    ['1', true, null],
    ['111', true, null],
    ['2', false, true],
    ['512', false, null],
  ])('IM-1 the public typology of payers tells the program by code alone: %s', (code, isMedicare, isMedicaid) => {
    const read = readCoverage(buildType(code, 'https://nahdo.org/sopt'))
    expect(read).toMatchObject({ isMedicare, isMedicaid, kind: 'medical' })
  })

  test.each([
    ['AUTOPOL', actCode],
    ['LIFE', actCode],
    ['DIS', actCode],
    ['WCBPOL', 'http://hl7.org/fhir/v3/ActCode'],
    ['pay', 'http://terminology.hl7.org/CodeSystem/coverage-selfpay'],
  ])('IM-1 %s is no health coverage, and is counted as passed over', (code, system) => {
    expect(() => readCoverage(buildType(code, system))).toThrow(Skipped)
  })

  test.each([
    ['EHCPOL', 'extended healthcare', 'medical'],
    ['DENTAL', 'dental care policy', 'dental'],
    ['VISPOL', 'vision care policy', 'vision'],
    ['HIP', 'East Division PPO', 'medical'],
    ['HIP', 'hospital and accidental injury', 'medical'],
  ])('IM-1 %s (%s) is %s', (code, text, kind) => {
    expect(readCoverage(buildType(code, actCode, text)).kind).toBe(kind)
  })
})

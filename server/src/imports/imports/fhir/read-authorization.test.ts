import { expect, test } from 'vitest'
import { readResource } from './read-resource.ts'

function readApproval(created: string) {
  const approval = {
    resourceType: 'ExplanationOfBenefit',
    id: 'one',
    status: 'active',
    use: 'preauthorization',
    outcome: 'complete',
    preAuthRef: ['A1'],
    patient: { reference: 'Patient/1' },
    created,
  }
  const read = readResource('ExplanationOfBenefit', JSON.stringify(approval), Buffer.alloc(0), '2026-11-26')
  if (read.type !== 'record' || read.incoming.read.type !== 'prior_authorization') throw new Error('It was not read.')
  const { decidedOn, decidedAt } = read.incoming.read
  return { decidedOn, decidedAt }
}

test.each(['2026-03-05T25:00:00Z', '2026-03-05T10:99:00Z', '2026-03-05T10:00:00+99:00'])(
  'MP-15 IM-1 a moment that does not exist, %s, is its day alone and costs no run',
  (created) => {
    expect(readApproval(created)).toEqual({ decidedOn: '2026-03-05', decidedAt: null })
  },
)

test('MP-15 IM-1 a second that was put in is the next one, as FHIR allows it', () => {
  expect(readApproval('2026-06-30T23:59:60Z')).toEqual({
    decidedOn: '2026-06-30',
    decidedAt: '2026-07-01T00:00:00.000Z',
  })
})

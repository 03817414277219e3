import { expect, test } from 'vitest'
import { readResource } from './read-resource.ts'

function readAll(more: object) {
  const approval = {
    resourceType: 'ExplanationOfBenefit',
    id: 'one',
    status: 'active',
    use: 'preauthorization',
    outcome: 'complete',
    preAuthRef: ['A1'],
    patient: { reference: 'Patient/1' },
    ...more,
  }
  const read = readResource('ExplanationOfBenefit', JSON.stringify(approval), Buffer.alloc(0), '2026-11-26')
  if (read.type !== 'record' || read.incoming.read.type !== 'prior_authorization') throw new Error('It was not read.')
  return read.incoming.read
}

function readApproval(created: string) {
  const { decidedOn, decidedAt } = readAll({ created })
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

test('MP-15 IM-1 an approval for months or a year holds from the first to the last of their days', () => {
  const readDays = (start: string, end: string) => {
    const { begins, ends } = readAll({ preAuthRefPeriod: [{ start, end }] })
    return [begins, ends]
  }
  expect(readDays('2026-03', '2026-04')).toEqual(['2026-03-01', '2026-04-30'])
  expect(readDays('2026', '2026')).toEqual(['2026-01-01', '2026-12-31'])
  expect(readDays('2026-03-05', '9999-12-31')).toEqual(['2026-03-05', null])
})

test('MP-15 IM-1 what the plan has added is a part of its answer, and every line is named, once', () => {
  const buildLine = (text: string, action: string, units = 1) => ({
    productOrService: { text },
    adjudication: [
      {
        category: { coding: [{ code: 'allowedunits' }] },
        value: units,
        extension: [
          {
            url: 'https://payer.example/extension-reviewAction',
            extension: [{ url: 'number' }, { url: 'code', valueCodeableConcept: { coding: [{ code: action }] } }],
          },
        ],
      },
    ],
  })
  expect(
    readAll({ item: [buildLine('Brand', 'A3')], addItem: [buildLine('Generic', 'A1'), buildLine('Brand', 'A3')] }),
  ).toMatchObject({ told: 'partly', service: 'Brand; Generic', unitsApproved: null })
  expect(readAll({ addItem: [buildLine('MRI', 'A1', 4)] })).toMatchObject({
    ...{ told: 'approved', service: 'MRI', unitsApproved: 4 },
  })
  expect(readAll({}).service).toBeNull()
})

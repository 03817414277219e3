import { describe, expect, test } from 'vitest'
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
  'MP-15 IM-1 a moment that does not exist, %s, counts as its day and costs no run',
  (created) => {
    expect(readApproval(created)).toEqual({ decidedOn: '2026-03-05', decidedAt: null })
  },
)

test('MP-15 IM-1 a leap second counts as the next one, as FHIR allows it', () => {
  expect(readApproval('2026-06-30T23:59:60Z')).toEqual({
    decidedOn: '2026-06-30',
    decidedAt: '2026-07-01T00:00:00.000Z',
  })
})

test('MP-15 IM-1 an approval for months or a year is valid from the first to the last of their days', () => {
  const readDays = (start: string, end: string) => {
    const { begins, ends } = readAll({ preAuthRefPeriod: [{ start, end }] })
    return [begins, ends]
  }
  expect(readDays('2026-03', '2026-04')).toEqual(['2026-03-01', '2026-04-30'])
  expect(readDays('2026', '2026')).toEqual(['2026-01-01', '2026-12-31'])
  expect(readDays('2026-03-05', '9999-12-31')).toEqual(['2026-03-05', null])
})

test('MP-15 IM-1 lines that the plan has added belong to its answer, and every line is named, once', () => {
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

describe('MP-15 IM-1 what guides write in extensions', () => {
  const pas = 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition'
  const review = (code: string, number: string) => ({
    url: `${pas}/extension-reviewAction`,
    extension: [
      { url: `${pas}/extension-reviewActionCode`, valueCodeableConcept: { coding: [{ code }] } },
      { url: 'number', valueString: number },
    ],
  })
  const bare = { preAuthRef: undefined, created: '2026-03-20' }

  test.each([
    ['A1', 'approved'],
    ['A2', 'partly'],
    ['A3', 'denied'],
    ['A4', 'pending'],
    ['A6', 'partly'],
  ])('MP-15 a review of the line itself (%s) is %s, with its number, days and units', (code, told) => {
    const extension = [
      review(code, 'AUTH1'),
      { url: `${pas}/extension-itemPreAuthPeriod`, valuePeriod: { start: '2026-04-01', end: '2026-06-30' } },
      {
        url: `${pas}/extension-itemAuthorizedDetail`,
        extension: [{ url: 'quantity', valueQuantity: { value: 6 } }],
      },
    ]
    expect(readAll({ ...bare, item: [{ sequence: 1, extension }] })).toMatchObject({
      ...{ told, number: 'AUTH1', begins: '2026-04-01', ends: '2026-06-30', unitsApproved: 6 },
    })
  })

  test('MP-15 lines with different numbers and days determine neither of the whole', () => {
    const line = (number: string, end: string) => ({
      extension: [
        review('A1', number),
        { url: `${pas}/extension-itemPreAuthPeriod`, valuePeriod: { start: '2026-04-01', end } },
      ],
    })
    expect(readAll({ ...bare, item: [line('A', '2026-05-31'), line('B', '2026-06-30')] })).toMatchObject({
      ...{ told: 'approved', number: null, begins: null, ends: null, unitsApproved: null },
    })
  })

  const cms = (name: string, value: object) => ({
    url: `https://bluebutton.cms.gov/fhir/StructureDefinition/${name}`,
    ...value,
  })
  const line = (code: string) => ({
    extension: [
      cms('PA-DECISION', { valueCoding: { code } }),
      cms('PA-REQ-SUB-DT', { valueDate: '2026-03-01' }),
      cms('PA-REQ-REC-DT', { valueDate: '2026-03-02' }),
      cms('PA-DECISION-DT', { valueDate: '2026-03-05' }),
      cms('PA-DECISION-EXP-DT', { valueDate: '2026-09-05' }),
      cms('SERVICE-CNTS', { valueUnsignedInt: 4 }),
    ],
  })

  test.each([
    [
      'A',
      { told: 'approved', requestedOn: '2026-03-01', decidedOn: '2026-03-05', ends: '2026-09-05', unitsApproved: 4 },
    ],
    ['P', { told: 'pending', requestedOn: '2026-03-01', decidedOn: null, unitsApproved: null }],
    ['N', { told: 'denied', requestedOn: '2026-03-01', decidedOn: '2026-03-05', unitsApproved: null }],
    ['X', { told: null, unitsApproved: null }],
  ])('MP-15 Medicare’s decision %s is %j', (code, expected) => {
    expect(readAll({ ...bare, item: [line(code)] })).toMatchObject(expected)
  })

  test('MP-15 some of Medicare’s services are affirmed and some are not', () => {
    expect(readAll({ ...bare, item: [line('A'), line('N')] })).toMatchObject({ told: 'partly', unitsApproved: null })
  })

  test('MP-15 units of the whole request are beside its totals', () => {
    const total = [
      ['eligible', 12],
      ['utilized', 5],
    ].map(([code, value]) => ({
      category: { coding: [{ code }] },
      extension: [
        {
          url: 'http://hl7.org/fhir/us/davinci-pdex/StructureDefinition/PriorAuthorizationUtilization',
          valueQuantity: { value },
        },
      ],
    }))
    expect(readAll({ total })).toMatchObject({ unitsApproved: 12, unitsUsed: 5 })
  })
})

test.each([
  ['HCPCS', 'https://bluebutton.cms.gov/resources/codesystem/hcpcs', 'K0001', 'Wheelchair'],
  ['HCPCS', 'http://www.cms.gov/Medicare/Coding/HCPCSReleaseCodeSets', 'K9999', 'HCPCS K9999'],
  ['CPT', 'http://www.ama-assn.org/go/cpt', '72148', 'CPT 72148'],
  ['a list of its own', 'https://payer.example/services', 'X-17', 'X-17'],
])(
  'MP-15 IM-1 a service without words has the portal’s name for its code of %s, or the code (%s)',
  (_, system, code, said) => {
    expect(readAll({ item: [{ productOrService: { coding: [{ system, code }] } }] }).service).toBe(said)
  },
)

test('MP-15 IM-1 words take precedence over a code, and meaningless codes are no name', () => {
  const ofLine = (productOrService: object) => readAll({ item: [{ productOrService }] }).service
  expect(ofLine({ text: 'MRI of the back', coding: [{ code: '72148' }] })).toBe('MRI of the back')
  expect(ofLine({ coding: [{ system: 'http://snomed.info/sct', code: '113091000' }] })).toBeNull()
  expect(ofLine({ coding: [{ code: '0000' }] })).toBeNull()
})

test.each([
  ['of the whole answer', { extension: [{ url: 'https://x.example/extension-reviewAction', valueString: 'A3' }] }],
  ['as a code alone', { extension: [{ url: 'https://x.example/reviewAction', valueCode: 'A3' }] }],
  [
    'of a line, as a concept alone',
    {
      item: [
        {
          extension: [
            {
              url: 'https://x.example/extension-reviewAction',
              valueCodeableConcept: { coding: [{ system: 'https://codesystem.x12.org/005010/306', code: 'A3' }] },
            },
          ],
        },
      ],
    },
  ],
])('MP-15 IM-1 a review action %s is the state, whatever number the answer has', (_, more) => {
  expect(readAll(more).told).toBe('denied')
})

test.each([
  ['Denied', 'denied'],
  ['Request denied: not medically necessary', 'denied'],
  ['The prior authorization was not approved.', 'denied'],
  ['NON-AFFIRMED', 'denied'],
  ['Partially approved', 'partly'],
  ['Approved in part', 'partly'],
  ['Pended for clinical review', 'pending'],
  ['Under review', 'pending'],
  ['Granted', 'approved'],
  ['Certified in total', 'approved'],
  ['Denied claims may be appealed', 'approved'],
  ['See the attached letter', 'approved'],
] as const)('MP-15 IM-1 an outcome in words alone, %s, is the state: %s', (disposition, told) => {
  expect(readAll({ disposition }).told).toBe(told)
})

test('MP-15 IM-1 words determine no state against a code or an open outcome', () => {
  expect(readAll({ disposition: 'Granted', outcome: 'queued' }).told).toBe('pending')
  const extension = [{ url: 'https://x.example/extension-reviewAction', valueString: 'A1' }]
  expect(readAll({ disposition: 'Denied', extension }).told).toBe('approved')
  expect(readAll({ disposition: 'Approved', preAuthRef: undefined }).told).toBe('approved')
  expect(readAll({ disposition: 'Approved', preAuthRef: undefined, outcome: 'error' }).told).toBeNull()
})

test('MP-15 IM-1 PDex says when the plan decided beside each decision: the last one counts, not when the answer was written', () => {
  const decide = (valueDateTime: string, action: string) => ({
    category: { coding: [{ code: 'submitted' }] },
    extension: [
      { url: 'http://hl7.org/fhir/us/davinci-pdex/StructureDefinition/base-ext-when-adjudicated', valueDateTime },
      {
        url: 'https://payer.example/extension-reviewAction',
        extension: [{ url: 'reviewActionCode', valueCodeableConcept: { coding: [{ code: action }] } }],
      },
    ],
  })
  const [first, last] = [decide('2026-03-05T15:00:00Z', 'A1'), decide('2026-03-07T02:00:00Z', 'A1')]
  const answer = { created: '2026-03-20', item: [{ adjudication: [last] }, { adjudication: [first] }] }
  const { decidedOn, decidedAt } = readAll(answer)
  // The second is still March 6 in the plans' time zone.
  expect([decidedOn, decidedAt]).toEqual(['2026-03-06', '2026-03-07T02:00:00.000Z'])
  expect(readAll({ ...answer, item: [], adjudication: [first] }).decidedOn).toBe('2026-03-05')
  const open = readAll({ ...answer, item: [{ adjudication: [decide('2026-03-05T15:00:00Z', 'A4')] }] })
  expect([open.told, open.decidedOn]).toEqual(['pending', null])
})

test.each(['2026-03-05T00:00:00Z', '2026-03-05T00:00:00.000+00:00', '2026-03-05T00:00:00-08:00'])(
  'MP-15 IM-1 midnight, %s, is how systems write a mere day',
  (created) => {
    expect(readApproval(created)).toEqual({ decidedOn: '2026-03-05', decidedAt: null })
  },
)

import { describe, expect, test } from 'vitest'
import { Skipped } from '../refused.ts'
import { readResource } from './read-resource.ts'

const concept = (code: string) => ({ coding: [{ code }] })

function readPlan(cost: object, more: object = {}) {
  const plan = {
    resourceType: 'InsurancePlan',
    id: 'one',
    status: 'active',
    name: 'Sample PPO',
    period: { start: '2026-01-01' },
    plan: [
      { specificCost: [{ category: concept('care'), benefit: [{ type: { text: 'Office visit' }, cost: [cost] }] }] },
    ],
    ...more,
  }
  const read = readResource('InsurancePlan', JSON.stringify(plan), Buffer.alloc(0), '2026-11-26')
  if (read.type !== 'plan') throw new Error('It was not read as a plan.')
  return read.incoming.read.plans[0]?.benefits[0]
}

describe('IM-1 what a plan costs', () => {
  test.each([
    [{ value: 20 }, 20],
    [{ value: 20, unit: '%' }, 20],
    [{ value: 20, code: '%' }, 20],
    [{ value: 0.2 }, 20],
    [{ value: 0.125 }, 12.5],
    [{ value: 0.5, unit: '%' }, 0.5],
    [{ value: 0 }, 0],
  ])('IM-1 a coinsurance of %j is a fraction, or percent', (value, coinsurance) => {
    expect(readPlan({ type: concept('coinsurance'), value })).toMatchObject({ coinsurance, copayCents: null })
  })

  test.each([
    ['after-deductible', 'after-deductible', true],
    ['before-deductible', 'before-deductible', false],
    ['before-deductible', 'after-deductible', null],
    ['after-deductible', 'before-deductible', null],
  ])(
    'IM-1 MP-12 a copay that is %s and a coinsurance that is %s: after the deductible is %s',
    (copay, share, applies) => {
      const cost = [
        { type: concept('copay'), value: { value: 30 }, qualifiers: [concept(copay)] },
        { type: concept('coinsurance'), value: { value: 20, unit: '%' }, qualifiers: [concept(share)] },
      ]
      const specificCost = [{ category: concept('care'), benefit: [{ type: { text: 'Office visit' }, cost }] }]
      expect(readPlan({}, { plan: [{ specificCost }] })).toMatchObject({
        ...{ copayCents: 3_000, coinsurance: 20, deductibleApplies: applies },
      })
    },
  )

  test.each(['copay', 'coinsurance', 'deductible'])('IM-1 MP-15 a negative amount is no %s: it is unknown', (type) => {
    const known = { copayCents: null, coinsurance: null }
    const benefit = readPlan({ type: concept(type), value: { value: -20 } })
    if (type === 'deductible') expect(benefit).toBeUndefined()
    else expect(benefit).toMatchObject(known)
  })

  test('IM-1 MP-15 an out-of-pocket maximum is in network unless the plan says otherwise', () => {
    const listLimits = (category: string, comment: string) => {
      const cost = [{ type: concept('copay'), value: { value: 4000 } }]
      const plan = {
        ...{ resourceType: 'InsurancePlan', id: 'one', status: 'active', name: 'Sample PPO' },
        period: { start: '2026-01-01' },
        plan: [
          {
            generalCost: [{ type: { text: 'Deductible' }, cost: { value: 500 }, comment }],
            specificCost: [
              {
                category: { text: category },
                benefit: [{ type: { text: category }, cost: [{ ...cost[0], type: { text: category } }] }],
              },
            ],
          },
        ],
      }
      const read = readResource('InsurancePlan', JSON.stringify(plan), Buffer.alloc(0), '2026-11-26')
      return read.type === 'plan'
        ? read.incoming.read.plans[0]?.limits.map(({ kind, network }) => `${kind} ${network}`)
        : []
    }
    expect(listLimits('Out-of-pocket maximum', 'It counts toward the out of pocket maximum')).toEqual([
      'deductible in',
      'out-of-pocket in',
    ])
    expect(listLimits('Out-of-pocket maximum, out of network', 'Out of network')).toEqual([
      'deductible out',
      'out-of-pocket out',
    ])
  })

  test.each(['draft', 'entered-in-error'])('IM-1 a plan that is %s is skipped', (status) => {
    expect(() => readPlan({ type: concept('copay'), value: { value: 20 } }, { status })).toThrow(Skipped)
  })
})

describe('MP-15 prescriptions', () => {
  const readPrescription = (more: object) => {
    const request = {
      resourceType: 'MedicationRequest',
      id: 'one',
      status: 'active',
      intent: 'order',
      subject: { reference: 'Patient/1' },
      medicationCodeableConcept: { text: 'Warfarin 5 MG' },
      ...more,
    }
    return readResource('MedicationRequest', JSON.stringify(request), Buffer.alloc(0), '2026-11-26')
  }

  test('MP-15 a statement that a drug must not be taken is no prescription', () => {
    expect(() => readPrescription({ doNotPerform: true })).toThrow(Skipped)
    expect(readPrescription({ doNotPerform: false })).toMatchObject({ type: 'record' })
  })
})

test.each([
  [{ start: '2026-07', end: '2027-06' }, 2026, '2026-07-01', '2027-06-30'],
  [{ start: '2026', end: '2026' }, 2026, '2026-01-01', '2026-12-31'],
  [{ start: '2026-07-01T00:00:00Z', end: '2027-06' }, 2026, '2026-07-01', '2027-06-30'],
  [{ end: '2026-12-31' }, 2026, '2026-01-01', '2026-12-31'],
  [{ end: '2027-06-30' }, 2026, '2026-07-01', '2027-06-30'],
  // A product that is still sold, for which no year is stated.
  [{ start: '2024-01-01' }, 2024, '2024-01-01', '9999-12-31'],
  [{ start: '2025-07-01', end: '9999-12-31' }, 2025, '2025-07-01', '9999-12-31'],
])('IM-1 MP-2 the year of a plan of %j has the stated days', (period, planYear, begins, ends) => {
  const meta = { lastUpdated: '2025-10-15T00:00:00Z' }
  const plan = { resourceType: 'InsurancePlan', id: 'one', status: 'active', name: 'Sample PPO', meta, period }
  const read = readResource('InsurancePlan', JSON.stringify(plan), Buffer.alloc(0), '2026-11-26')
  expect(read).toMatchObject({ incoming: { read: { plans: [{ planYear, begins, ends }] } } })
})

test.each([
  ['its name', { name: 'Gold PPO 2027' }, 2027],
  ['its number', { identifier: [{ value: 'GOLD-2027' }] }, 2027],
  ['no more than its last change', {}, 2026],
])('IM-1 MP-2 a plan without a period is of the year in %s', (_, more, planYear) => {
  const meta = { lastUpdated: '2026-11-15T00:00:00Z' }
  const plan = { resourceType: 'InsurancePlan', id: 'one', status: 'active', name: 'Sample PPO', meta, ...more }
  const read = readResource('InsurancePlan', JSON.stringify(plan), Buffer.alloc(0), '2026-11-26')
  expect(read).toMatchObject({ incoming: { read: { plans: [{ planYear, begins: `${planYear}-01-01` }] } } })
})

test('IM-1 MP-2 a plan with a year in its name lasts a year, although its period has no end', () => {
  const period = { start: '2026-07-01' }
  const plan = { resourceType: 'InsurancePlan', id: 'one', status: 'active', name: 'Gold 2026', period }
  const read = readResource('InsurancePlan', JSON.stringify(plan), Buffer.alloc(0), '2026-11-26')
  expect(read).toMatchObject({ incoming: { read: { plans: [{ begins: '2026-07-01', ends: '2027-06-30' }] } } })
})

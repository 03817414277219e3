import { describe, expect, test } from 'vitest'
import { gatherDaVinci } from './da-vinci.ts'
import { daysInAll } from './periods.ts'

const at = { file: 'f', line: 1 }
const concept = (code: string) => ({ coding: [{ code }] })
const costs = (copay: number, share: number) => [
  { type: concept('copay'), value: { value: copay, unit: 'USD' } },
  { type: concept('coinsurance'), value: { value: share, unit: '%' } },
]

describe('IM-9 drug lists of HL7’s guide', () => {
  test.each([
    [12.5, 20, 1],
    [-1, 0, 0],
    [0, -20, 0],
    [0, 250, 0],
    [1e12, 0, 0],
    [0.004, 0, 0],
    [0, 1e-9, 0],
  ])(
    'IM-9 MP-17 a cost of %d dollars and %d percent that nobody could be asked to pay is none, and counted',
    (copay, share, read) => {
      const gathered = gatherDaVinci()
      const specificCost = [
        { category: concept('1-month-in-retail'), benefit: [{ type: concept('generic'), cost: costs(copay, share) }] },
      ]
      const plan = { resourceType: 'InsurancePlan', id: 'p', status: 'active', plan: [{ specificCost }] }
      gathered.add('InsurancePlan', at, JSON.stringify(plan))
      const { plans, passed } = gathered.finish()
      expect(plans.flatMap(({ formulary }) => formulary)).toHaveLength(read)
      expect(passed).toHaveLength(1 - read)
    },
  )

  test.each([
    ['2026-02-30', '2026-02-28'],
    ['2026-04-31T25:00:00Z', '2026-04-30'],
    ['2026-13-45', '9999-12-31'],
    ['2026-13', '9999-12-31'],
    ['2026-00-00', '9999-12-31'],
  ])('IM-9 IM-5 %s, a day that there is not, is the last of its month, or none', (end, last) => {
    expect(daysInAll([{ end }])?.ends).toBe(last)
  })
})

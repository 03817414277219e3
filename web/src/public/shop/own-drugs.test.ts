import { expect, test } from 'vitest'
import { readOwnDrugs } from './own-drugs.ts'

const [metformin, humira, unheard] = [
  { drugId: '11', name: 'Metformin' },
  { drugId: '12', name: 'Humira' },
  { drugId: '13', name: 'Unheard' },
]
const buildStanding = (drugs: NonNullable<Parameters<typeof readOwnDrugs>[0]>['told']['drugs']) => ({
  doctors: [],
  drugs: [metformin, humira, unheard],
  told: { planId: 'p', doctors: [], drugs },
})

test('SH-4 drugs with a known price class in a plan are counted, and the others are named', () => {
  const drugs = [
    { standing: 'listed', tier: 'generic', tierName: 'Generic' },
    { standing: 'listed', tier: 'specialty', tierName: 'Specialty' },
    { standing: 'unknown', tier: null, tierName: null },
  ] as const
  expect(readOwnDrugs(buildStanding([...drugs]))).toEqual({
    services: ['generic', 'specialty'],
    uncounted: ['Unheard'],
  })
})

test('SH-4 a plan without a known drug list counts none, and without drugs there is nothing to say', () => {
  expect(readOwnDrugs(buildStanding(null))).toEqual({ services: [], uncounted: ['Metformin', 'Humira', 'Unheard'] })
  expect(readOwnDrugs(null)).toEqual({ services: [], uncounted: [] })
})

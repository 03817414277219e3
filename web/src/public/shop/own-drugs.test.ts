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

test('SH-4 drugs whose price class a plan tells are counted, and the others are named', () => {
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

test('SH-4 of a plan whose list of drugs is not known none is counted, and without drugs there is nothing to tell', () => {
  expect(readOwnDrugs(buildStanding(null))).toEqual({ services: [], uncounted: ['Metformin', 'Humira', 'Unheard'] })
  expect(readOwnDrugs(null)).toEqual({ services: [], uncounted: [] })
})

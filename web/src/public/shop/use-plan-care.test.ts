import { expect, test } from 'vitest'
import { stillChosen } from './use-plan-care.ts'

const [lee, main] = [
  { providerId: '1', name: 'Dr. Lee' },
  { providerId: '2', name: 'Main Street' },
]
const [metformin, lipitor] = [
  { drugId: '11', name: 'Metformin' },
  { drugId: '12', name: 'Lipitor' },
]
const listed = { standing: 'listed', tier: 'generic', tierName: 'Generic' } as const
const unknown = { standing: 'unknown', tier: null, tierName: null } as const
const told = { planId: 'p', doctors: ['in', 'out'] as ('in' | 'out')[], drugs: [listed, unknown] }
const answer = { doctors: [lee, main], drugs: [metformin, lipitor], told }

test('SH-4 until the next answer comes, removed doctors and drugs do not show, and the others are correct', () => {
  expect(stillChosen(answer, { doctors: [main], drugs: [metformin] })).toEqual({
    doctors: [main],
    drugs: [metformin],
    told: { planId: 'p', doctors: ['out'], drugs: [listed] },
  })
  expect(stillChosen(answer, { doctors: [lee, main], drugs: [metformin, lipitor] })).toEqual(answer)
  const noDrugs = { ...answer, told: { ...told, drugs: null } }
  expect(stillChosen(noDrugs, { doctors: [], drugs: [lipitor] }).told).toEqual({
    planId: 'p',
    doctors: [],
    drugs: null,
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveOn, type StepState, stepStates } from './wizard.ts'

/** In the ledger's own terms, one mark at a time. */
function marks(count: number, jumps: readonly ('on' | number)[]): StepState[] {
  const states: StepState[] = Array.from({ length: count }, (_, step) => (step === 0 ? 'active' : 'incomplete'))
  for (const jump of jumps) {
    const active = states.indexOf('active')
    if (jump === 'on') {
      if (active === -1) continue
      states[active] = 'complete'
      if (active + 1 < count) states[active + 1] = 'active'
      continue
    }
    const target = jump % count
    for (let step = 0; step < count; step += 1) states[step] = step < target ? 'complete' : 'incomplete'
    states[target] = 'active'
  }
  return states
}

test('MN-3 moving on marks the earlier step complete', () => {
  expect(stepStates({ count: 3, active: 0 })).toEqual(['active', 'incomplete', 'incomplete'])
  expect(moveOn({ count: 3, active: 0 })).toBe(1)
  expect(stepStates({ count: 3, active: 1 })).toEqual(['complete', 'active', 'incomplete'])
  expect(stepStates({ count: 3, active: moveOn({ count: 3, active: 2 }) })).toEqual(Array(3).fill('complete'))
})

test('MN-3 a jump marks earlier steps complete and later ones incomplete, whatever came before', () => {
  const jumps = fc.array(fc.oneof(fc.constant('on' as const), fc.nat(20)), { maxLength: 12 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), jumps, (count, walk) => {
      const active = walk.reduce<number>(
        (at, jump) => (jump === 'on' ? moveOn({ count, active: at }) : jump % count),
        0,
      )
      expect(stepStates({ count, active })).toEqual(marks(count, walk))
    }),
  )
})

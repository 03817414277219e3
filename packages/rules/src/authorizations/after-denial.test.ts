import { expect, test } from 'vitest'
import { findAfterDenial } from './after-denial.ts'

const today = '2026-04-01'
const denied = {
  told: 'denied',
  decidedOn: '2026-03-09',
  appealedOn: null,
  appealOutcome: null,
  program: 'commercial',
} as const

test('MP-15 a denial can be appealed for 180 days, including the last', () => {
  expect(findAfterDenial(denied, today)).toEqual({
    ...{ kind: 'appeal', by: '2026-09-05', daysLeft: 158, step: 'open', program: 'commercial' },
  })
  expect(findAfterDenial(denied, '2026-09-05')).toMatchObject({ daysLeft: 1, step: 'open' })
  expect(findAfterDenial(denied, '2026-09-06')).toMatchObject({ daysLeft: 0, step: 'over' })
})

test('MP-15 a Medicare plan allows 65 days to appeal, Medicaid 60', () => {
  expect(findAfterDenial({ ...denied, program: 'medicare' }, today)).toMatchObject({ by: '2026-05-13', daysLeft: 43 })
  expect(findAfterDenial({ ...denied, program: 'medicaid' }, today)).toMatchObject({ by: '2026-05-08', daysLeft: 38 })
})

test('MP-15 without the day of the decision there is no invented deadline', () => {
  expect(findAfterDenial({ ...denied, decidedOn: null }, today)).toEqual({
    kind: 'appeal',
    by: null,
    daysLeft: null,
    step: 'open',
    program: 'commercial',
  })
})

test('MP-15 a partial approval can be appealed, an approved or pending request cannot', () => {
  expect(findAfterDenial({ ...denied, told: 'partly' }, today)?.kind).toBe('appeal')
  for (const told of ['approved', 'pending', 'cancelled', null] as const)
    expect(findAfterDenial({ ...denied, told }, today)).toBeNull()
})

test('MP-15 an appeal under way leaves nothing to do; a denied one leaves an external review', () => {
  const appealed = { ...denied, appealedOn: '2026-03-12' } as const
  expect(findAfterDenial(appealed, today)).toBeNull()
  expect(findAfterDenial({ ...appealed, appealOutcome: 'pending' }, today)).toBeNull()
  // The file still has the day of the first decision; the day of the decision on appeal is not known.
  expect(findAfterDenial({ ...appealed, appealOutcome: 'denied' }, today)).toMatchObject({ kind: 'review', by: null })
  const later = { ...appealed, appealOutcome: 'denied', decidedOn: '2026-03-20' } as const
  expect(findAfterDenial(later, today)).toMatchObject({ kind: 'review', by: '2026-07-20' })
})

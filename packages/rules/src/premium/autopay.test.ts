import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AutopayStanding, autopayStep, autopayTiming } from './autopay.ts'

const bill: AutopayStanding = {
  today: '2026-11-20',
  dueOn: '2026-12-01',
  balanceCents: 21_240,
  maxCents: 30_000,
  triedOn: [],
  graceEnds: null,
  takenBackOn: null,
}

describe('MP-18 automatic payment', () => {
  test.each([
    ['2026-11-22', { step: 'wait', on: '2026-11-28', remind: false }],
    ['2026-11-23', { step: 'wait', on: '2026-11-28', remind: true }],
    ['2026-11-27', { step: 'wait', on: '2026-11-28', remind: true }],
    ['2026-11-28', { step: 'pay', amountCents: 21_240 }],
    ['2026-12-20', { step: 'pay', amountCents: 21_240 }],
  ] as const)('MP-18 on %s: %j', (today, step) => expect(autopayStep({ ...bill, today })).toEqual(step))

  test.each([
    ['2026-11-30', ['2026-11-28'], { step: 'wait', on: '2026-12-01', remind: false }],
    ['2026-12-01', ['2026-11-28'], { step: 'pay', amountCents: 21_240 }],
    ['2026-12-04', ['2026-11-28', '2026-12-01'], { step: 'wait', on: '2026-12-05', remind: false }],
    ['2026-12-05', ['2026-11-28', '2026-12-01'], { step: 'pay', amountCents: 21_240 }],
    ['2026-12-06', ['2026-11-28', '2026-12-01', '2026-12-05'], { step: 'given-up' }],
  ] as const)('MP-18 on %s after tries on %j: %j', (today, triedOn, step) =>
    expect(autopayStep({ ...bill, today, triedOn })).toEqual(step),
  )

  test('MP-18 never takes more than the limit, never after the time to pay, and never an unknown amount', () => {
    const today = '2026-12-01'
    expect(autopayStep({ ...bill, today, maxCents: 21_239 })).toEqual({ step: 'over-limit' })
    expect(autopayStep({ ...bill, today, maxCents: 21_240 })).toMatchObject({ step: 'pay' })
    expect(autopayStep({ ...bill, today: '2027-01-02', graceEnds: '2027-01-01' })).toEqual({ step: 'given-up' })
    expect(autopayStep({ ...bill, today, dueOn: null })).toEqual({ step: 'unknown' })
    expect(autopayStep({ ...bill, today, balanceCents: null })).toEqual({ step: 'unknown' })
    expect(autopayStep({ ...bill, today, dueOn: null, balanceCents: null })).toEqual({ step: 'unknown' })
    expect(autopayStep({ ...bill, today, dueOn: null, balanceCents: 0 })).toEqual({ step: 'none' })
    expect(autopayStep({ ...bill, today, balanceCents: 0 })).toEqual({ step: 'none' })
    expect(autopayStep({ ...bill, today, balanceCents: -500 })).toEqual({ step: 'none' })
  })

  test('MP-18 after a bank has taken a payment back, nothing is taken, whatever is owed and whenever it is due', () => {
    const takenBackOn = '2026-11-19'
    for (const today of ['2026-11-20', '2026-11-28', '2026-12-20'])
      for (const balanceCents of [null, 0, 21_240, 90_000])
        expect(autopayStep({ ...bill, today, balanceCents, takenBackOn })).toEqual({ step: 'paused' })
  })

  test('MP-18 run daily, it tries at most three times, once a day, and takes no more than is owed and agreed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90_000 }), fc.integer({ min: 1, max: 90_000 }), (owed, most) => {
        const triedOn: string[] = []
        for (let n = 0; n < 60; n += 1) {
          const today = new Date(Date.UTC(2026, 10, 10 + n)).toISOString().slice(0, 10)
          const step = autopayStep({ ...bill, today, balanceCents: owed, maxCents: most, triedOn })
          if (step.step !== 'pay') continue
          expect(step.amountCents).toBe(owed)
          expect(owed).toBeLessThanOrEqual(most)
          triedOn.push(today)
        }
        expect(triedOn.length).toBe(owed > most ? 0 : autopayTiming.retryDays.length + 1)
        expect(new Set(triedOn).size).toBe(triedOn.length)
      }),
    )
  })
})

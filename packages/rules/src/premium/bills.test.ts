import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BillToPay, billStandings, dueDay } from './bills.ts'
import { computeGrace, lastDayOfMonth } from './grace.ts'

const bill = (billId: string, dueOn: string | null, newCents: number): BillToPay => ({ billId, dueOn, newCents })
const three = [bill('c', '2026-12-01', 100), bill('a', '2026-10-01', 100), bill('b', '2026-11-01', 100)]

describe('MP-18 how much of the bills is paid', () => {
  test.each([
    [0, '2026-11-22', ['paid', 'paid', 'paid'], null],
    [-50, '2026-11-22', ['paid', 'paid', 'paid'], null],
    [100, '2026-11-22', ['paid', 'paid', 'open'], '2026-12-01'],
    [60, '2026-11-22', ['paid', 'paid', 'part'], '2026-12-01'],
    [130, '2026-11-22', ['paid', 'overdue', 'open'], '2026-11-01'],
    [300, '2026-12-01', ['overdue', 'overdue', 'open'], '2026-10-01'],
    [null, '2026-11-22', ['unknown', 'unknown', 'unknown'], null],
    // More is owed than the known bills ask for, and nobody has told us since when.
    [301, '2026-11-22', ['overdue', 'overdue', 'open'], null],
  ] as const)('MP-18 a balance of %s on %s: %j, due %s', (balance, today, states, due) => {
    expect(billStandings(three, balance, today).map(({ state }) => state)).toEqual(states)
    expect(dueDay(three, balance)).toBe(due)
  })

  test('MP-18 the unpaid parts of all bills add up to what is owed, whatever their order', () => {
    const day = fc
      .integer({ min: 0, max: 700 })
      .map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10))
    const bills = fc.uniqueArray(fc.record({ billId: fc.uuid(), dueOn: fc.option(day), newCents: fc.nat(90_000) }), {
      selector: ({ billId }) => billId,
      maxLength: 20,
    })
    fc.assert(
      fc.property(bills, fc.integer({ min: -50_000, max: 500_000 }), day, (all, balance, today) => {
        const standings = billStandings(all, balance, today)
        const open = standings.reduce((sum, { openCents }) => sum + (openCents ?? 0), 0)
        const asked = all.reduce((sum, { newCents }) => sum + newCents, 0)
        expect(open).toBe(Math.min(asked, Math.max(0, balance)))
        expect(billStandings(all.toReversed(), balance, today)).toEqual(standings)
        for (const { billId, openCents } of standings)
          expect(openCents).toBeLessThanOrEqual(all.find((one) => one.billId === billId)?.newCents ?? -1)
      }),
    )
  })
})

describe('MP-18 the grace period', () => {
  const account = {
    dueOn: '2026-11-01',
    isLate: true,
    graceDays: 90,
    endRule: 'first-month',
    paidThrough: '2026-10-31',
  } as const
  test('MP-18 with the tax credit it has 90 days, and coverage would end with its first month', () => {
    expect(computeGrace({ ...account, today: '2026-11-01' })).toEqual({ stage: 'none' })
    const running = { stage: 'running', lastDay: '2027-01-30', ends: '2026-11-30' }
    expect(computeGrace({ ...account, today: '2026-11-02' })).toEqual({ ...running, daysLeft: 90 })
    expect(computeGrace({ ...account, today: '2027-01-30' })).toEqual({ ...running, daysLeft: 1 })
    expect(computeGrace({ ...account, today: '2027-01-31' })).toEqual({ ...running, stage: 'over' })
  })

  test('MP-18 without the tax credit, the contract says how long the period is and how long coverage lasts', () => {
    const other = { ...account, graceDays: 31, today: '2026-11-22' }
    expect(computeGrace({ ...other, endRule: 'paid-through' })).toMatchObject({
      lastDay: '2026-12-02',
      ends: '2026-10-31',
    })
    expect(computeGrace({ ...other, endRule: 'grace-end' })).toMatchObject({ ends: '2026-12-02' })
    expect(computeGrace({ ...other, endRule: 'paid-through', paidThrough: null })).toMatchObject({ ends: null })
    expect(computeGrace({ ...other, endRule: null })).toMatchObject({ ends: null })
  })

  test('MP-18 an unknown value is reported as unknown', () => {
    expect(computeGrace({ ...account, graceDays: null, today: '2026-11-22' })).toEqual({ stage: 'unknown' })
    expect(computeGrace({ ...account, dueOn: null, isLate: false, today: '2026-11-22' })).toEqual({ stage: 'none' })
    // A bill is late, and more is owed than the known bills ask for: the period began with a bill that we do not know.
    expect(computeGrace({ ...account, dueOn: null, today: '2026-11-22' })).toEqual({ stage: 'unknown' })
  })

  test.each([
    ['2026-02-10', '2026-02-28'],
    ['2028-02-29', '2028-02-29'],
    ['2026-12-01', '2026-12-31'],
  ])('MP-18 the month of %s ends on %s', (day, last) => expect(lastDayOfMonth(day)).toBe(last))
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BillToPay } from './bills.ts'
import { computePaidBills } from './paid-bills.ts'

const bill = (billId: string, dueOn: string, newCents: number): BillToPay => ({ billId, dueOn, newCents })
const months = [bill('nov', '2026-11-01', 100), bill('oct', '2026-10-01', 100), bill('dec', '2026-12-01', 100)]
const move = (moveId: string, amountCents: number) => ({ moveId, amountCents })

describe('MP-18 which bills a payment went to', () => {
  test('MP-18 each payment reaches back from where the next one began, to the oldest bills first', () => {
    const parts = computePaidBills(months, 60, [move('third', 50), move('second', 90), move('first', 100)])
    expect(parts.get('first')).toEqual([{ billId: 'oct', cents: 100 }])
    expect(parts.get('second')).toEqual([{ billId: 'nov', cents: 90 }])
    expect(parts.get('third')).toEqual([
      { billId: 'nov', cents: 10 },
      { billId: 'dec', cents: 40 },
    ])
  })

  test('MP-18 a payment that the bank took back, and the payment that replaced it, belong to the same bill', () => {
    const parts = computePaidBills(months, 200, [move('again', 100), move('returned', -100), move('first', 100)])
    expect(parts.get('again')).toEqual([{ billId: 'oct', cents: 100 }])
    expect(parts.get('returned')).toEqual([])
    expect(parts.get('first')).toEqual([{ billId: 'oct', cents: 100 }])
  })

  test('MP-18 a credit, an unknown bill and an unknown balance name no bill', () => {
    expect(computePaidBills(months, -40, [move('more', 40)]).get('more')).toEqual([])
    expect(computePaidBills(months, 300, [move('before', 80)]).get('before')).toEqual([])
    expect(computePaidBills(months, null, [move('one', 80)])).toEqual(new Map())
  })

  test('MP-18 a bill gets no more than it asks for, and a payment gives no more than its amount', () => {
    // A bill may also give something back.
    const asking = fc.array(fc.integer({ min: -200, max: 400 }), { maxLength: 8 })
    const amounts = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 8 })
    fc.assert(
      fc.property(asking, amounts, fc.integer({ min: -500, max: 3_000 }), (asked, moved, balance) => {
        const bills = asked.map((cents, at) => bill(`b${at}`, `2026-01-${String(at + 10)}`, cents))
        const moves = moved.map((cents, at) => move(`m${at}`, cents))
        const all = computePaidBills(bills, balance, moves)
        const ofBill = new Map<string, number>()
        for (const { moveId, amountCents } of moves) {
          const parts = all.get(moveId) ?? []
          expect(parts.reduce((sum, { cents }) => sum + cents, 0)).toBeLessThanOrEqual(amountCents)
          for (const { billId, cents } of parts) ofBill.set(billId, (ofBill.get(billId) ?? 0) + cents)
        }
        for (const { billId, newCents } of bills)
          expect(ofBill.get(billId) ?? 0).toBeLessThanOrEqual(Math.max(0, newCents))
      }),
    )
  })
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterWord,
  amountProblem,
  computePollDelayMs,
  computeReturned,
  type GatewayWord,
  isUnderWay,
  type PaymentStanding,
} from './payment.ts'

const begun: PaymentStanding = { state: 'created', paidCents: 0, refundedCents: 0, disputes: {} }
const words = fc.array(
  fc
    .record({
      status: fc.constantFrom('open', 'pending', 'paid', 'failed', 'expired'),
      refundedCents: fc.nat(500),
      disputes: fc.dictionary(
        fc.constantFrom('dp_1', 'dp_2'),
        fc.record({ withdrawnCents: fc.nat(500), reinstatedCents: fc.nat(500) }),
      ),
    })
    .map((word): GatewayWord => ({ ...word, paidCents: 500 })),
  { maxLength: 8 },
)
const after = (all: readonly GatewayWord[]) => all.reduce(afterWord, begun)

describe('MP-19 what becomes of a payment', () => {
  test('MP-19 does not depend on the order of the gateway’s reports, or on repeats', () => {
    const shuffled = words.chain((all) =>
      fc.record({ all: fc.constant(all), other: fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }) }),
    )
    fc.assert(
      fc.property(shuffled, ({ all, other }) => {
        expect(after(other)).toEqual(after(all))
      }),
    )
  })

  test('MP-19 what the payer’s bank takes back is owed again, and what a won dispute returns is not, in whatever order', () => {
    const paid = { status: 'paid', paidCents: 500, refundedCents: 0 } as const
    const taken = { ...paid, disputes: { dp_1: { withdrawnCents: 300, reinstatedCents: 0 } } }
    const other = { ...paid, disputes: { dp_2: { withdrawnCents: 100, reinstatedCents: 0 } } }
    const won = { ...paid, disputes: { dp_1: { withdrawnCents: 0, reinstatedCents: 300 } } }
    const computeReturnedAfter = (...all: GatewayWord[]) => computeReturned(after(all))
    expect([
      computeReturnedAfter(paid),
      computeReturnedAfter(paid, taken),
      computeReturnedAfter(taken, paid, other),
    ]).toEqual([0, 300, 400])
    expect([
      computeReturnedAfter(won, paid),
      computeReturnedAfter(won, taken),
      computeReturnedAfter(taken, won, other),
    ]).toEqual([0, 0, 100])
    expect(computeReturnedAfter({ ...taken, refundedCents: 50 }, paid)).toBe(350)
  })

  test('MP-19 what was paid stays paid, and money counts only once it is paid', () => {
    const paid = { status: 'paid', paidCents: 500, refundedCents: 0 } as const
    const failed = { status: 'failed', paidCents: 0, refundedCents: 0 } as const
    expect(after([paid, failed])).toEqual({ ...begun, state: 'succeeded', paidCents: 500 })
    expect(after([{ status: 'open', paidCents: 500, refundedCents: 10 }])).toEqual({ ...begun, state: 'sent' })
    expect(after([paid, { ...paid, refundedCents: 200 }, paid])).toMatchObject({ refundedCents: 200 })
    expect(['created', 'unknown', 'sent', 'pending'].every((state) => isUnderWay(state as 'created'))).toBe(true)
    expect(['expired', 'failed', 'succeeded'].some((state) => isUnderWay(state as 'failed'))).toBe(false)
  })
})

test.each([
  [100, null, 'not-known'],
  [100, 0, 'nothing-owed'],
  [100, -5, 'nothing-owed'],
  [99, 500, 'too-little'],
  [40, 40, null],
  [500, 500, null],
  [501, 500, 'too-much'],
  [2_500_001, 9_000_000, 'too-much'],
])('MP-19 paying %s where %s is owed: %s', (amount, owed, problem) => expect(amountProblem(amount, owed)).toBe(problem))

test('MP-19 we ask a silent gateway less and less often, at least once an hour', () => {
  const pauses = Array.from({ length: 20 }, (_, looks) => computePollDelayMs(looks))
  expect(pauses[0]).toBe(5_000)
  expect(pauses.at(-1)).toBe(3_600_000)
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
})

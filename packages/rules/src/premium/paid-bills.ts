import { type BillToPay, inDueOrder } from './bills.ts'

/** A money movement: payments are positive, returns negative. */
interface MovedMoney {
  readonly moveId: string
  readonly amountCents: number
}

/** How much of a payment went to which bill. */
export interface PaidPart {
  readonly billId: string
  readonly cents: number
}

/**
 * Which bills each payment went to, oldest first. Payments go to the oldest bill first, so the balance tells how far the bills are
 * paid, and each payment reaches back from where the next one began. We leave out parts that are a credit or went to bills we do not
 * know. Moves come newest first; an unknown balance gives an empty result.
 */
export function computePaidBills(
  bills: readonly BillToPay[],
  balanceCents: number | null,
  moves: readonly MovedMoney[],
): ReadonlyMap<string, readonly PaidPart[]> {
  if (balanceCents === null) return new Map()
  let asked = 0
  const places = inDueOrder(bills).map(({ billId, newCents }) => {
    const from = asked
    asked += Math.max(0, newCents)
    return { billId, from, to: asked }
  })
  let paidTo = asked - balanceCents
  const parts = new Map<string, readonly PaidPart[]>()
  for (const { moveId, amountCents } of moves) {
    const [from, to] = [paidTo - amountCents, paidTo]
    parts.set(
      moveId,
      places.flatMap((bill) => {
        const cents = Math.min(to, bill.to) - Math.max(from, bill.from)
        return cents > 0 ? { billId: bill.billId, cents } : []
      }),
    )
    paidTo = from
  }
  return parts
}

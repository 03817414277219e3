import { type BillToPay, inDueOrder } from './bills.ts'

/** Money that has moved: in is positive, returned negative. */
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
 * Which bills each payment went to, oldest first. Payments go to the oldest bill first, so what is owed now says up to where the bills are
 * paid, and each payment reaches back from where the next one began. Parts that went to bills that are not known, or are a credit, are
 * left out. Moves come newest first; nothing can be said while it is not known what is owed.
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

/** A bill as far as it matters to what of it is paid. Days are `yyyy-mm-dd`. */
export interface BillToPay {
  readonly billId: string
  readonly dueOn: string | null
  /** What it asks for, without what earlier bills left unpaid. */
  readonly newCents: number
}

export type BillState = 'paid' | 'part' | 'open' | 'overdue' | 'unknown'

export interface BillStanding {
  readonly billId: string
  /** What of it is still to be paid; null: the balance is not known. */
  readonly openCents: number | null
  readonly state: BillState
}

/** The bill that comes first: the one that is due the longest, those without a day last. */
export function inDueOrder<Bill extends Pick<BillToPay, 'billId' | 'dueOn'>>(bills: readonly Bill[]): Bill[] {
  const day = ({ dueOn }: Bill) => dueOn ?? '9999-12-31'
  return bills.toSorted((one, other) => day(one).localeCompare(day(other)) || one.billId.localeCompare(other.billId))
}

/**
 * What of each bill is open: payments go to the oldest first, so that what is owed stands on the newest. A balance below zero is
 * a credit, and every bill is paid.
 */
export function billStandings(
  bills: readonly BillToPay[],
  balanceCents: number | null,
  today: string,
): readonly BillStanding[] {
  let left = balanceCents === null ? null : Math.max(0, balanceCents)
  const standings: BillStanding[] = []
  for (const { billId, dueOn, newCents } of inDueOrder(bills).toReversed()) {
    if (left === null) {
      standings.push({ billId, openCents: null, state: 'unknown' })
      continue
    }
    const openCents = Math.min(left, Math.max(0, newCents))
    left -= openCents
    const isLate = dueOn !== null && dueOn < today
    const state = openCents === 0 ? 'paid' : isLate ? 'overdue' : openCents < newCents ? 'part' : 'open'
    standings.push({ billId, openCents, state })
  }
  return standings.toReversed()
}

/**
 * By when what is owed has to be there: the day of the oldest bill that is not paid. Null where nothing is owed, nothing is known,
 * or more is owed than the known bills ask for, so that the day is of a bill that no one has told.
 */
export function dueDay(bills: readonly BillToPay[], balanceCents: number | null): string | null {
  if (balanceCents === null || balanceCents <= 0) return null
  const asked = bills.reduce((sum, { newCents }) => sum + Math.max(0, newCents), 0)
  if (asked < balanceCents) return null
  const open = billStandings(bills, balanceCents, '').find(({ openCents }) => openCents !== null && openCents > 0)
  return bills.find(({ billId }) => billId === open?.billId)?.dueOn ?? null
}

/** The fields of a bill that decide how much of it is paid. Days are `yyyy-mm-dd`. */
export interface BillToPay {
  readonly billId: string
  readonly dueOn: string | null
  /** What it asks for, without amounts carried over from earlier bills. */
  readonly newCents: number
}

export type BillState = 'paid' | 'part' | 'open' | 'overdue' | 'unknown'

export interface BillStanding {
  readonly billId: string
  /** How much of it is still unpaid; null: the balance is not known. */
  readonly openCents: number | null
  readonly state: BillState
}

/** Bills by due date, oldest first; those without a due date come last. */
export function inDueOrder<Bill extends Pick<BillToPay, 'billId' | 'dueOn'>>(bills: readonly Bill[]): Bill[] {
  const day = ({ dueOn }: Bill) => dueOn ?? '9999-12-31'
  return bills.toSorted((one, other) => day(one).localeCompare(day(other)) || one.billId.localeCompare(other.billId))
}

/**
 * How much of each bill is unpaid: payments go to the oldest bill first, so whatever is owed belongs to the newest. A negative balance
 * is a credit, and every bill is paid.
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
 * The day by which the amount owed must arrive: the due date of the oldest unpaid bill. Null: nothing is owed, nothing is known, or
 * more is owed than the known bills ask for, so that the due date belongs to a bill we do not know.
 */
export function dueDay(bills: readonly BillToPay[], balanceCents: number | null): string | null {
  if (balanceCents === null || balanceCents <= 0) return null
  const asked = bills.reduce((sum, { newCents }) => sum + Math.max(0, newCents), 0)
  if (asked < balanceCents) return null
  const open = billStandings(bills, balanceCents, '').find(({ openCents }) => openCents !== null && openCents > 0)
  return bills.find(({ billId }) => billId === open?.billId)?.dueOn ?? null
}

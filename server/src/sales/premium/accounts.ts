import type { PayloadOf } from '@portico/contract/call'
import type { Bill, premiumBills } from '@portico/contract/calls/premium'
import { billStandings, dueDay } from '@portico/rules/premium/bills'
import { computeGrace } from '@portico/rules/premium/grace'
import { computePaidBills } from '@portico/rules/premium/paid-bills'
import { isUnderWay } from '@portico/rules/premium/payment'
import type { Reader } from '../../platform/db/database.ts'
import { part, type together } from '../../platform/db/together.ts'
import type { Gateway } from '../../platform/gateway/port.ts'
import { computeStanding, type First, paysItself, readStanding } from './autopay-standing.ts'
import { selectAutopaysOfAll } from './autopay-store.ts'
import { listPayments, type PaymentRow, selectPaidOfAll, selectTold, sumPaidSince } from './payment-store.ts'
import { toShownPayment } from './shown-payment.ts'
import type { AccountRow, BillRow, CarriedLine, LineRow, MoveRow, OwedBill } from './store.ts'
import { listBillLines, listMoves, selectAccounts, selectBills, selectCarried, selectOwedBills } from './store.ts'

export type PremiumAccount = PayloadOf<typeof premiumBills>['accounts'][number]

/** How many bills and payments are shown; the balance counts all of them. */
const shownBills = 24
const shownMoves = 60
const shownPayments = 20

/** An account on a day: what is owed, by when, and what the bills are for. */
export async function readAccount(
  db: Reader,
  row: AccountRow,
  about: {
    readonly today: string
    readonly planName: string | null
    /** Whether the coverage waits for its first payment. */
    readonly isFirst?: boolean
    readonly names: ReadonlyMap<string, string>
    /** Null: we take no payments here. */
    readonly gateway: Gateway['name'] | null
  },
): Promise<PremiumAccount & { readonly autopayFirst: First }> {
  const bills = await selectBills(db, row.member_id, row.account_id, shownBills + 1).execute()
  const lines = await listBillLines(
    db,
    row.member_id,
    bills.map(({ bill_id: id }) => id),
  )
  const moves = await listMoves(db, row.member_id, row.account_id, shownMoves + 1)
  const payments = await listPayments(db, row.member_id, row.account_id, shownPayments)
  const paidHereCents = await sumPaidSince(db, row.member_id, row.account_id)
  const account = buildAccount(row, { bills, lines, moves, payments, paidHereCents, ...about })
  const underWay = payments.some(({ state }) => isUnderWay(state))
  const { standing, first } = await readStanding(db, row, { ...account, underWay, today: about.today })
  return { ...account, autopay: standing?.shown ?? null, autopayFirst: first }
}

/** The queries whose results `readOwed` takes, for all accounts of a member. */
export function premiumParts(db: Reader, memberId: string) {
  return {
    accounts: part(selectAccounts(db, memberId), { imported_at: true }),
    bills: part(selectOwedBills(memberId, shownBills + 1)),
    carried: part(selectCarried(memberId, shownBills + 1)),
    paid: part(selectPaidOfAll(memberId)),
    autopay: part(selectAutopaysOfAll(db, memberId), { confirmed_at: true }),
    open: part(selectTold(db, memberId), { created_at: true, taken_back_at: true }),
  }
}

export type OwedRows = Awaited<ReturnType<typeof together<ReturnType<typeof premiumParts>>>>

interface AccountOwed extends Pick<PremiumAccount, 'balanceCents' | 'dueOn' | 'overdueCents' | 'grace'> {
  /** Whether the plan or automatic payment collects it. */
  readonly paysItself: boolean
  /** Whether a payment is under way. */
  readonly underWay: boolean
}

/** What is owed on an account, by when, and who pays it: as in `readAccount`, without the rest. */
export function readOwed(row: AccountRow, rows: OwedRows, today: string): AccountOwed {
  const ofAccount = <Row extends { readonly account_id: string | null }>(of: readonly Row[]) =>
    of.filter((one) => one.account_id === row.account_id)
  const owed = computeOwed(row, {
    bills: ofAccount(rows.bills),
    lines: rows.carried,
    paidHereCents: ofAccount(rows.paid)[0]?.cents ?? 0,
    today,
  })
  const { balanceCents, dueOn, overdueCents, grace } = owed
  const open = ofAccount(rows.open)
  const tries = open.filter(({ auto_due_on: day }) => day !== null && day === dueOn)
  const underWay = open.some(({ state }) => isUnderWay(state))
  const [set] = row.state === 'open' ? ofAccount(rows.autopay) : []
  const takenBack = open.flatMap((one) => (one.taken_back_cents > 0 ? (one.taken_back_at ?? []) : []))
  const takenBackAt = takenBack.find((at) => set !== undefined && at > set.confirmed_at) ?? null
  const autopay =
    set === undefined ? null : computeStanding(set, { tries, takenBackAt }, { ...owed, underWay, today }).shown
  return {
    balanceCents,
    dueOn,
    overdueCents,
    grace,
    paysItself: paysItself({ autoPay: row.auto_pay, autopay }),
    underWay,
  }
}

interface OwedParts<Line extends CarriedLine> {
  readonly bills: readonly OwedBill[]
  readonly lines: readonly Line[]
  readonly paidHereCents: number
  readonly today: string
}

function computeOwed<Line extends CarriedLine>(
  row: AccountRow,
  { bills, lines, paidHereCents, today }: OwedParts<Line>,
) {
  const linesOf = Map.groupBy(lines, ({ bill_id: id }) => id)
  const toPay = bills.map((bill) => billToPay(bill, linesOf.get(bill.bill_id) ?? []))
  const balanceCents = computeBalance(row, paidHereCents)
  const standings = new Map(billStandings(toPay, balanceCents, today).map((one) => [one.billId, one]))
  const dueOn = dueDay(toPay, balanceCents)
  const overdue = [...standings.values()].filter(({ state }) => state === 'overdue')
  const grace = computeGrace({
    dueOn,
    isLate: overdue.length > 0,
    graceDays: row.grace_days,
    endRule: row.end_rule,
    paidThrough: row.paid_through,
    today,
  })
  const overdueCents = balanceCents === null ? null : overdue.reduce((sum, { openCents }) => sum + (openCents ?? 0), 0)
  return { linesOf, standings, toPay, balanceCents, dueOn, overdueCents, grace }
}

interface Parts extends OwedParts<LineRow> {
  readonly bills: readonly BillRow[]
  readonly moves: readonly MoveRow[]
  readonly payments: readonly PaymentRow[]
  readonly gateway: Gateway['name'] | null
  readonly planName: string | null
  readonly isFirst?: boolean
  readonly names: ReadonlyMap<string, string>
}

function buildAccount(row: AccountRow, parts: Parts): Omit<PremiumAccount, 'autopay' | 'autopayFirst'> {
  const { bills, moves, payments, paidHereCents, gateway, planName, isFirst = false, names } = parts
  const { linesOf, standings, toPay, balanceCents, dueOn, overdueCents, grace } = computeOwed(row, parts)
  const paidBills = computePaidBills(toPay, balanceCents, listMoved(moves, payments))
  const toPaidFor = (moveId: string) =>
    (paidBills.get(moveId) ?? []).flatMap(({ billId, cents }) => {
      const bill = bills.find((one) => one.bill_id === billId)
      if (bill === undefined) return []
      const { bill_number: billNumber, due_on: dueOn, period_from: periodFrom, period_to: periodTo } = bill
      return { billNumber, dueOn, periodFrom, periodTo, cents }
    })
  return {
    accountId: row.account_id,
    ending: row.account_number.slice(-4),
    planName,
    open: row.state === 'open',
    balanceCents,
    asOf: row.as_of,
    paidHereCents,
    takesPayments: gateway !== null && row.state === 'open',
    sandbox: gateway === 'sandbox',
    dueOn,
    overdueCents,
    paidThrough: row.paid_through,
    autoPay: row.auto_pay,
    taxCredit: row.tax_credit,
    isFirst,
    // A grace period continues coverage, which has not begun yet.
    graceDays: isFirst ? null : row.grace_days,
    endRule: isFirst ? null : row.end_rule,
    grace: isFirst ? { stage: 'none' } : grace,
    bills: bills
      .slice(0, shownBills)
      .map((bill) => toShownBill(bill, linesOf.get(bill.bill_id) ?? [], standings.get(bill.bill_id), names)),
    moreBills: bills.length > shownBills,
    history: moves.slice(0, shownMoves).map((move) => ({ ...toShownMove(move), paidFor: toPaidFor(move.move_id) })),
    moreHistory: moves.length > shownMoves,
    payments: payments.map((one) => ({
      ...toShownPayment(one),
      paidFor: toPaidFor(moves.find((move) => move.payment_id === one.payment_id)?.move_id ?? one.payment_id),
    })),
  }
}

/**
 * Everything that has moved the balance, newest first: first what was paid here and the plan has not posted, then what the plan has
 * posted.
 */
function listMoved(moves: readonly MoveRow[], payments: readonly PaymentRow[]) {
  const posted = new Set(moves.map(({ payment_id: paymentId }) => paymentId))
  return [
    ...payments
      .filter(({ payment_id: paymentId, paid_cents: cents }) => cents > 0 && !posted.has(paymentId))
      .map((one) => ({ moveId: one.payment_id, amountCents: one.paid_cents - one.refunded_cents })),
    ...moves.map((one) => ({ moveId: one.move_id, amountCents: one.amount_cents })),
  ]
}

/** The balance in the plan's files, less what was paid here since. */
function computeBalance(row: AccountRow, paidHereCents: number): number | null {
  return row.balance_cents === null ? null : row.balance_cents - paidHereCents
}

/** The part of a bill that earlier bills did not include. */
function billToPay(bill: OwedBill, lines: readonly CarriedLine[]) {
  const carried = lines.filter(({ kind }) => kind === 'carried').reduce((sum, line) => sum + line.amount_cents, 0)
  return { billId: bill.bill_id, dueOn: bill.due_on, newCents: bill.amount_cents - carried }
}

function toShownBill(
  bill: BillRow,
  lines: readonly LineRow[],
  standing: { readonly openCents: number | null; readonly state: Bill['state'] } | undefined,
  names: ReadonlyMap<string, string>,
): Bill {
  return {
    billId: bill.bill_id,
    billNumber: bill.bill_number,
    issuedOn: bill.issued_on,
    dueOn: bill.due_on,
    periodFrom: bill.period_from,
    periodTo: bill.period_to,
    amountCents: bill.amount_cents,
    openCents: standing?.openCents ?? null,
    state: standing?.state ?? 'unknown',
    lines: lines.map((line) => ({
      kind: line.kind,
      amountCents: line.amount_cents,
      person: line.for_member_id === null ? null : (names.get(line.for_member_id) ?? null),
      note: line.note,
    })),
    addsUp: lines.length > 0 && lines.reduce((sum, line) => sum + line.amount_cents, 0) === bill.amount_cents,
  }
}

function toShownMove(row: MoveRow): Omit<PremiumAccount['history'][number], 'paidFor'> {
  return {
    moveId: row.move_id,
    date: row.moved_on,
    kind: row.kind,
    way: row.way,
    amountCents: row.amount_cents,
    note: row.note,
  }
}

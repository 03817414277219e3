import { computeReturned } from '@portico/rules/premium/payment'
import { dayMs, easternDay } from '../../platform/day.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import type { LedgerDifferenceData } from '../../platform/db/tables.ts'
import type { BookedPayment, Gateway } from '../../platform/gateway/port.ts'
import { compareBank } from './bank.ts'
import { beginCheck, type Comparison, endCheck, findBooked, findLedgerState, listBooked } from './check-store.ts'
import { takeWord } from './payment-store.ts'

/** How far back the books are compared, and after how long a payment should have a result. */
const comparedMs = 35 * dayMs
const lateMs = dayMs
/** How long the plan's files take to include a payment. */
const postedMs = 10 * dayMs
const maxDifferences = 500

/**
 * Compares the ledger with the gateway's books and the bank's files, once a day whatever the number of servers (MP-19). It takes over
 * newer states from the gateway and reports every difference. Returns whether this server did it.
 */
export async function checkLedger(database: Database, gateway: Gateway, now: Date): Promise<boolean> {
  const key = { day: easternDay(now), gateway: gateway.name }
  if (!(await database.transaction((tx) => beginCheck(tx, key, now)))) return false
  const found = await compare(database, gateway, now)
  await database.transaction((tx) => endCheck(tx, key, found))
  return true
}

export async function compare(database: Database, gateway: Gateway, now: Date): Promise<Comparison> {
  const since = new Date(now.getTime() - comparedMs)
  const differences: LedgerDifferenceData[] = []
  const name = (difference: LedgerDifferenceData) => {
    if (differences.length < maxDifferences) differences.push(difference)
  }
  const seen = new Set<string>()
  let gatewayCents = 0
  for await (const booked of gateway.books(since)) {
    gatewayCents += computeMovedCents(booked)
    const own = booked.paymentId === null ? null : await updateFromBooks(database, booked, now)
    if (own === null) {
      if (computeMovedCents(booked) !== 0)
        name({ kind: 'not-ours', paymentId: null, ref: booked.ref, cents: computeMovedCents(booked) })
      continue
    }
    seen.add(own.payment_id)
    const cents = own.ledger_cents - computeMovedCents(booked)
    if (cents !== 0) name({ kind: 'amount', paymentId: own.payment_id, ref: booked.ref, cents })
    const asked = booked.word.paidCents - own.amount_cents
    if (booked.word.status === 'paid' && asked !== 0)
      name({ kind: 'not-as-asked', paymentId: own.payment_id, ref: booked.ref, cents: asked })
  }
  const ours = await listBooked(database.read, gateway.name, since)
  for (const own of ours) {
    const told = { paymentId: own.payment_id, ref: own.gateway_ref }
    const ageMs = now.getTime() - own.created_at.getTime()
    if (!seen.has(own.payment_id) && own.ledger_cents !== 0)
      name({ kind: 'not-at-gateway', ...told, cents: own.ledger_cents })
    if (['created', 'unknown', 'pending', 'sent'].includes(own.state) && ageMs > lateMs)
      name({ kind: 'late', ...told, cents: own.amount_cents })
    // An application moves on in the transaction that records its money; if it did not, we owe the money back.
    if (own.ledger_cents > 0 && !own.posted && (own.first || ageMs > postedMs))
      name({ kind: 'not-posted', ...told, cents: own.ledger_cents })
  }
  const ledgerCents = ours.reduce((sum, own) => sum + own.ledger_cents, 0)
  const bank = await compareBank(database.read, { gateway: gateway.name, since, now })
  for (const one of bank.differences) name(one)
  const { bankCents, through: bankThrough } = bank
  return { payments: ours.length, ledgerCents, gatewayCents, bankCents, bankThrough, differences }
}

function computeMovedCents({ word }: BookedPayment): number {
  return word.paidCents - computeReturned(word)
}

/** Our payment, updated from the gateway's books; null: not ours. */
async function updateFromBooks(database: Database, { memberId, paymentId, ref, word }: BookedPayment, now: Date) {
  if (memberId === null || paymentId === null) return null
  const key = { payerId: memberId, paymentId }
  const row = await database.transaction((tx) => takeWord(tx, key, { ref, word }, now))
  return row === null ? null : findBooked(database.read, key)
}

/** The state of payments, for administrators (AD-5). */
export function readLedgerState(db: Reader) {
  return findLedgerState(db)
}

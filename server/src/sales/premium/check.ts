import { computeReturned } from '@portico/rules/premium/payment'
import { sql } from 'kysely'
import { dayMs, easternDay } from '../../platform/day.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import type { LedgerDifferenceData } from '../../platform/db/tables.ts'
import type { BookedPayment, Gateway } from '../../platform/gateway/port.ts'
import { compareBank } from './bank.ts'
import { isPayment, selectPayer, takeWord } from './payment-store.ts'

/** How far back the books are compared, and after how long a payment should have a result. */
const comparedMs = 35 * dayMs
const lateMs = dayMs
/** How long the plan's files take to include a payment. */
const postedMs = 10 * dayMs
const maxDifferences = 500

interface Own {
  readonly payment_id: string
  readonly state: string
  readonly amount_cents: number
  readonly ledger_cents: number
  readonly created_at: Date
  readonly posted: boolean
  readonly first: boolean
  readonly gateway_ref: string | null
}

/**
 * Compares the ledger with the gateway's books and the bank's files, once a day whatever the number of servers (MP-19). Newer states are
 * taken over from the gateway; every difference is reported. Returns whether this server did it.
 */
export async function checkLedger(database: Database, gateway: Gateway, now: Date): Promise<boolean> {
  const day = easternDay(now)
  const begun = await database.transaction((tx) =>
    tx
      .insertInto('ledger_check')
      .values({
        day,
        gateway: gateway.name,
        started_at: now,
        ended_at: null,
        payments: 0,
        ledger_cents: 0,
        gateway_cents: 0,
        bank_cents: null,
        differences: '[]',
      })
      // A comparison that never finished is repeated.
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'gateway'])
          .doUpdateSet({ started_at: now })
          .where('ledger_check.ended_at', 'is', null)
          .where('ledger_check.started_at', '<', new Date(now.getTime() - 3_600_000)),
      )
      .returning('day')
      .executeTakeFirst(),
  )
  if (begun === undefined) return false
  const found = await compare(database, gateway, now)
  await database.transaction((tx) =>
    tx
      .updateTable('ledger_check')
      .set({
        ended_at: new Date(),
        payments: found.payments,
        ledger_cents: found.ledgerCents,
        gateway_cents: found.gatewayCents,
        bank_cents: found.bankCents,
        bank_through: found.bankThrough === null ? null : sql`${found.bankThrough}::date`,
        differences: JSON.stringify(found.differences),
      })
      .where('day', '=', day)
      .where('gateway', '=', gateway.name)
      .execute(),
  )
  return true
}

interface Comparison {
  readonly payments: number
  readonly ledgerCents: number
  readonly gatewayCents: number
  /** The amount that the bank has received, and through which day; null without bank files. */
  readonly bankCents: number | null
  readonly bankThrough: string | null
  readonly differences: readonly LedgerDifferenceData[]
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
  const ours = await ownPayments(database.read, gateway.name, since)
  for (const own of ours) {
    const told = { paymentId: own.payment_id, ref: own.gateway_ref }
    const ageMs = now.getTime() - own.created_at.getTime()
    if (!seen.has(own.payment_id) && own.ledger_cents !== 0)
      name({ kind: 'not-at-gateway', ...told, cents: own.ledger_cents })
    if (['created', 'unknown', 'pending', 'sent'].includes(own.state) && ageMs > lateMs)
      name({ kind: 'late', ...told, cents: own.amount_cents })
    // An application moves on in the transaction that records its money; otherwise the money is owed back.
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

/** Our payment, updated from the gateway's books; null if it is not ours. */
async function updateFromBooks(database: Database, { memberId, paymentId, ref, word }: BookedPayment, now: Date) {
  if (memberId === null || paymentId === null) return null
  const key = { payerId: memberId, paymentId }
  const row = await database.transaction((tx) => takeWord(tx, key, { ref, word }, now))
  if (row === null) return null
  return (await ownOnes(database.read, isPayment(key)))[0] ?? null
}

function ownPayments(db: Reader, gateway: string, since: Date): Promise<Own[]> {
  return ownOnes(db, sql`premium_payment.gateway = ${gateway} and premium_payment.created_at >= ${since}`)
}

async function ownOnes(db: Reader, condition: ReturnType<typeof sql>): Promise<Own[]> {
  const { rows } = await sql<Own>`
    select premium_payment.payment_id, premium_payment.state, premium_payment.amount_cents, premium_payment.created_at,
      premium_payment.gateway_ref,
      coalesce((select sum(case when entry.debit = 'gateway' then entry.amount_cents else -entry.amount_cents end)
        from ledger_entry entry where entry.payment_id = premium_payment.payment_id
          and ${selectPayer('entry')} = ${selectPayer('premium_payment')}), 0)::bigint as ledger_cents,
      premium_payment.enrollment_id is not null as first,
      exists (select from premium_move posted where posted.member_id = premium_payment.member_id
        and posted.payment_id = premium_payment.payment_id and posted.state = 'posted')
      or exists (select from shop_application application where application.enrollment_id = premium_payment.enrollment_id
        and application.payment_id = premium_payment.payment_id and application.state in ('paid', 'effectuated')) as posted
    from premium_payment where ${condition}`.execute(db)
  return rows.map((row) => ({ ...row, ledger_cents: Number(row.ledger_cents) }))
}

/** The state of payments, for administrators (AD-5). */
export async function readLedgerState(db: Reader) {
  const { rows } = await sql<{ waiting: number; oldest: Date | null }>`
    select count(*)::int as waiting, min(created_at) as oldest from premium_payment
    where state in ('created', 'unknown', 'pending')`.execute(db)
  const last = await db
    .selectFrom('ledger_check')
    .selectAll()
    .where('ended_at', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { waiting: rows[0]?.waiting ?? 0, oldest: rows[0]?.oldest ?? null, last: last ?? null }
}

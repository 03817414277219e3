import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { LedgerDifferenceData } from '../../platform/db/tables.ts'
import { isPayment, type PaymentKey, selectPayer } from './payment-store.ts'

/** The result of a day's comparison. */
export interface Comparison {
  readonly payments: number
  readonly ledgerCents: number
  readonly gatewayCents: number
  /** The amount that the bank has received, and through which day; null without bank files. */
  readonly bankCents: number | null
  readonly bankThrough: string | null
  readonly differences: readonly LedgerDifferenceData[]
}

interface CheckKey {
  /** The day in the plans' time zone. */
  readonly day: string
  readonly gateway: string
}

/** Records that a day's comparison begins; false if another server has it. */
export async function beginCheck(tx: Tx, { day, gateway }: CheckKey, now: Date): Promise<boolean> {
  const begun = await tx
    .insertInto('ledger_check')
    .values({
      day,
      gateway,
      started_at: now,
      ended_at: null,
      payments: 0,
      ledger_cents: 0,
      gateway_cents: 0,
      bank_cents: null,
      differences: '[]',
    })
    // A comparison that never finished runs again.
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'gateway'])
        .doUpdateSet({ started_at: now })
        .where('ledger_check.ended_at', 'is', null)
        .where('ledger_check.started_at', '<', new Date(now.getTime() - 3_600_000)),
    )
    .returning('day')
    .executeTakeFirst()
  return begun !== undefined
}

export async function endCheck(tx: Tx, { day, gateway }: CheckKey, found: Comparison): Promise<void> {
  await tx
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
    .where('gateway', '=', gateway)
    .execute()
}

/** A payment with its entries in our ledger. */
export interface BookedRow {
  readonly payment_id: string
  readonly state: string
  readonly amount_cents: number
  readonly ledger_cents: number
  readonly created_at: Date
  readonly posted: boolean
  readonly first: boolean
  readonly gateway_ref: string | null
}

export function listBooked(db: Reader, gateway: string, since: Date): Promise<BookedRow[]> {
  return listBookedWhere(db, sql`premium_payment.gateway = ${gateway} and premium_payment.created_at >= ${since}`)
}

export async function findBooked(db: Reader, key: PaymentKey): Promise<BookedRow | null> {
  return (await listBookedWhere(db, isPayment(key)))[0] ?? null
}

async function listBookedWhere(db: Reader, condition: RawBuilder<unknown>): Promise<BookedRow[]> {
  const { rows } = await sql<BookedRow>`
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

/** How many payments have no result yet, the oldest of them, and the last comparison that ended. */
export async function findLedgerState(db: Reader) {
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

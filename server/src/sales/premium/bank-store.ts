import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { selectPayer } from './payment-store.ts'

/** The last day that the bank's files cover; null without files. */
export async function findLastPayoutDay(db: Reader): Promise<string | null> {
  const newest = await db
    .selectFrom('payout_line')
    .select(({ fn }) => fn.max('paid_on').as('day'))
    .executeTakeFirst()
  return newest?.day ?? null
}

/** A payment with what the bank has received for it, in cents; null: no file names it. */
export interface BankedRow {
  readonly payment_id: string
  readonly gateway_ref: string | null
  readonly changed_at: Date
  readonly ledger_cents: string
  readonly bank_cents: string | null
}

export async function listBanked(db: Reader, gateway: string, since: Date): Promise<readonly BankedRow[]> {
  const { rows } = await sql<BankedRow>`
    select payment.payment_id, payment.gateway_ref, payment.changed_at,
      coalesce((select sum(case when entry.debit = 'gateway' then entry.amount_cents else -entry.amount_cents end)
        from ledger_entry entry where entry.payment_id = payment.payment_id
          and ${selectPayer('entry')} = ${selectPayer('payment')}), 0)::bigint as ledger_cents,
      (select sum(line.amount_cents)::bigint from payout_line line
        where line.payment_id = payment.payment_id and line.kind <> 'other') as bank_cents
    from premium_payment payment where payment.gateway = ${gateway} and payment.created_at >= ${since}`.execute(db)
  return rows
}

/** What the bank has received that belongs to none of our payments. */
export async function listForeignPayouts(db: Reader, since: Date) {
  const { rows } = await sql<{ line_id: string; amount_cents: string }>`
    select line_id, amount_cents from payout_line line where kind <> 'other' and paid_on >= ${since}::date
      and not exists (select from premium_payment payment where payment.payment_id = line.payment_id)
    order by line_id limit 200`.execute(db)
  return rows
}

import { sql } from 'kysely'
import { dayMs } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { LedgerDifferenceData } from '../../platform/db/tables.ts'
import { selectPayer } from './payment-store.ts'

/** How long money takes to reach the bank. */
const paidOutMs = 10 * dayMs

interface Row {
  readonly payment_id: string
  readonly gateway_ref: string | null
  readonly changed_at: Date
  readonly ledger_cents: string
  readonly bank_cents: string | null
}

export interface BankComparison {
  /** What the bank has received of the compared payments; null without bank files. */
  readonly bankCents: number | null
  /** The last day covered by its files. */
  readonly through: string | null
  readonly differences: readonly LedgerDifferenceData[]
}

/** Compares the ledger since a date with the gateway's payouts in the bank's files (MP-19). */
export async function compareBank(
  db: Reader,
  { gateway, since, now }: { readonly gateway: string; readonly since: Date; readonly now: Date },
): Promise<BankComparison> {
  const newest = await db
    .selectFrom('payout_line')
    .select(({ fn }) => fn.max('paid_on').as('day'))
    .executeTakeFirst()
  const through = newest?.day ?? null
  if (through === null) return { bankCents: null, through, differences: [] }
  const { rows } = await sql<Row>`
    select payment.payment_id, payment.gateway_ref, payment.changed_at,
      coalesce((select sum(case when entry.debit = 'gateway' then entry.amount_cents else -entry.amount_cents end)
        from ledger_entry entry where entry.payment_id = payment.payment_id
          and ${selectPayer('entry')} = ${selectPayer('payment')}), 0)::bigint as ledger_cents,
      (select sum(line.amount_cents)::bigint from payout_line line
        where line.payment_id = payment.payment_id and line.kind <> 'other') as bank_cents
    from premium_payment payment where payment.gateway = ${gateway} and payment.created_at >= ${since}`.execute(db)
  const differences = rows.flatMap((row) => toDifferences(row, { through, now }))
  const foreign = await sql<{ line_id: string; amount_cents: string }>`
    select line_id, amount_cents from payout_line line where kind <> 'other' and paid_on >= ${since}::date
      and not exists (select from premium_payment payment where payment.payment_id = line.payment_id)
    order by line_id limit 200`.execute(db)
  const bankCents = rows.reduce((sum, { bank_cents: cents }) => sum + Number(cents ?? 0), 0)
  return {
    bankCents,
    through,
    differences: [
      ...differences,
      ...foreign.rows.map(({ line_id: ref, amount_cents: cents }) => ({
        kind: 'bank-not-ours' as const,
        paymentId: null,
        ref,
        cents: Number(cents),
      })),
    ],
  }
}

/** Recent movements, and those after the files end, may still be on their way to the bank. */
function toDifferences(
  row: Row,
  { through, now }: { readonly through: string; readonly now: Date },
): LedgerDifferenceData[] {
  const ledger = Number(row.ledger_cents)
  const bank = row.bank_cents === null ? null : Number(row.bank_cents)
  const told = { paymentId: row.payment_id, ref: row.gateway_ref }
  const until = Math.min(now.getTime(), Date.parse(through) + dayMs)
  const isOld = until - row.changed_at.getTime() > paidOutMs
  if (bank === null) return isOld && ledger !== 0 ? [{ kind: 'not-in-bank', ...told, cents: ledger }] : []
  return bank !== ledger && (isOld || bank > ledger) ? [{ kind: 'bank-amount', ...told, cents: ledger - bank }] : []
}

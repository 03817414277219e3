import { dayMs } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { LedgerDifferenceData } from '../../platform/db/tables.ts'
import { type BankedRow, findLastPayoutDay, listBanked, listForeignPayouts } from './bank-store.ts'

/** How long money takes to reach the bank. */
const paidOutMs = 10 * dayMs

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
  const through = await findLastPayoutDay(db)
  if (through === null) return { bankCents: null, through, differences: [] }
  const rows = await listBanked(db, gateway, since)
  const differences = rows.flatMap((row) => toDifferences(row, { through, now }))
  const foreign = await listForeignPayouts(db, since)
  const bankCents = rows.reduce((sum, { bank_cents: cents }) => sum + Number(cents ?? 0), 0)
  return {
    bankCents,
    through,
    differences: [
      ...differences,
      ...foreign.map(({ line_id: ref, amount_cents: cents }) => ({
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
  row: BankedRow,
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

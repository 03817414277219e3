import type { Tx } from '../db/database.ts'
import { holdByNumber, moveOn } from './store.ts'

/** Why a first premium could not be noted. */
export type NotPaid = 'unknown' | 'other-amount' | 'late' | 'ended'

/** Notes that the first premium of an application has come (SH-9); the same again changes nothing. */
export async function takeFirstPremium(
  tx: Tx,
  paid: { readonly brand: string; readonly applicationNumber: string; readonly cents: number; readonly paidOn: string },
  now: Date,
): Promise<NotPaid | null> {
  const row = await holdByNumber(tx, paid.brand, paid.applicationNumber)
  if (row === undefined) return 'unknown'
  if (row.state === 'paid' || row.state === 'effectuated') return null
  if (row.state === 'withdrawn') return 'ended'
  if (paid.cents !== row.first_premium_cents) return 'other-amount'
  if (paid.paidOn > row.pay_by) return 'late'
  await moveOn(tx, row.enrollment_id, 'paid', now)
  return null
}

import type { Reader, Tx } from '../../platform/db/database.ts'
import { type Application, findApplication, holdApplication, holdByNumber, moveOn, notePayment } from './store.ts'

/** Why a first premium could not be recorded. */
export type NotPaid = 'unknown' | 'other-amount' | 'late' | 'ended'

/** Records that an application's first premium has arrived (SH-9); repeats change nothing. */
export async function recordFirstPremium(
  tx: Tx,
  paid: { readonly brand: string; readonly applicationNumber: string; readonly cents: number; readonly paidOn: string },
  now: Date,
): Promise<NotPaid | null> {
  const row = await holdByNumber(tx, paid.brand, paid.applicationNumber)
  return noteFirstPremium(tx, row, { ...paid, paymentId: null }, now)
}

/**
 * Records the result of a payment through the gateway, in the transaction that received it. Money that was not owed does not count for
 * the application, so that the comparison of the books reports it.
 */
export async function recordFirstPayment(
  tx: Tx,
  heard: {
    readonly enrollmentId: string
    readonly paymentId: string
    readonly cents: number
    readonly begunOn: string
  },
  now: Date,
): Promise<void> {
  const { enrollmentId, paymentId, cents } = heard
  const row = await holdApplication(tx, enrollmentId)
  if (row === undefined || row.state !== 'pending') return
  const paid = { cents, paidOn: heard.begunOn, paymentId }
  const why = cents === 0 ? 'unpaid' : await noteFirstPremium(tx, row, paid, now)
  if (why !== null && row.payment_id === paymentId) await notePayment(tx, enrollmentId, null)
}

/** The brand of an application. */
export async function brandOfApplication(db: Reader, enrollmentId: string): Promise<string | null> {
  return (await findApplication(db, enrollmentId))?.brand ?? null
}

async function noteFirstPremium(
  tx: Tx,
  row: Application | undefined,
  paid: { readonly cents: number; readonly paidOn: string; readonly paymentId: string | null },
  now: Date,
): Promise<NotPaid | null> {
  if (row === undefined) return 'unknown'
  if (row.state === 'paid' || row.state === 'effectuated') return null
  if (row.state === 'withdrawn') return 'ended'
  if (paid.cents !== row.first_premium_cents) return 'other-amount'
  if (paid.paidOn > row.pay_by) return 'late'
  await moveOn(tx, row.enrollment_id, 'paid', now)
  await notePayment(tx, row.enrollment_id, paid.paymentId)
  return null
}

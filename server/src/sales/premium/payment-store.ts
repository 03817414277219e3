import {
  afterWord,
  computeReinstated,
  computeReturned,
  type GatewayWord,
  isUnderWay,
  type PaymentStanding,
  type PaymentState,
  sumDisputed,
} from '@portico/rules/premium/payment'
import { type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { audit } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { recordFirstPayment } from '../shop/first-premiums.ts'

export type PaymentRow = Selectable<Tables['premium_payment']>

/** Identifies a payment. */
export interface PaymentKey {
  readonly memberId: string
  readonly paymentId: string
}

/** States in which money may still move. */
export const underWay: readonly PaymentState[] = ['created', 'sent', 'pending', 'unknown']

export function findPayment(db: Reader, { memberId, paymentId }: PaymentKey): Promise<PaymentRow | undefined> {
  return selectPayments(db, memberId).where('payment_id', '=', paymentId).executeTakeFirst()
}

function selectPayments(db: Reader, memberId: string) {
  return db.selectFrom('premium_payment').selectAll().where('member_id', '=', memberId)
}

/** The newest payment of an application's first premium. */
export function lastFirstPayment(db: Reader, enrollmentId: string): Promise<PaymentRow | undefined> {
  return selectPayments(db, enrollmentId).orderBy('created_at', 'desc').limit(1).executeTakeFirst()
}

/** The newest payments of an account. */
export function listPayments(db: Reader, memberId: string, accountId: string, max: number): Promise<PaymentRow[]> {
  return selectPayments(db, memberId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(max)
    .execute()
}

/** An account's payments under way, and the automatic ones, in the order in which they were tried. */
export function openOrTried(db: Reader, memberId: string) {
  return db
    .selectFrom('premium_payment')
    .select(['account_id', 'state', 'created_at', 'auto_due_on'])
    .where('member_id', '=', memberId)
    .where((where) => where.or([where('state', 'in', underWay), where('auto_due_on', 'is not', null)]))
    .orderBy('auto_due_on')
    .orderBy('auto_try')
}

/** The amount paid here that the plan's files do not include yet, so that neither does its balance. */
export async function sumPaidSince(db: Reader, memberId: string, accountId: string): Promise<number> {
  const { rows } = await selectPaidOfAll(memberId).execute(db)
  return rows.find((row) => row.account_id === accountId)?.cents ?? 0
}

/** The same of each of a member's accounts of which there is any. */
export function selectPaidOfAll(memberId: string) {
  return sql<{ readonly account_id: string; readonly cents: number }>`
    select account_id, sum(paid_cents - refunded_cents)::bigint as cents from premium_payment payment
    where member_id = ${memberId} and paid_cents > 0
      and not exists (select from premium_move posted where posted.member_id = payment.member_id
        and posted.payment_id = payment.payment_id and posted.state = 'posted')
    group by account_id`
}

export async function insertPayment(tx: Tx, row: PaymentRow): Promise<void> {
  await tx
    .insertInto('premium_payment')
    .values({ ...row, disputes: JSON.stringify(row.disputes) })
    .execute()
}

/** News about a payment. */
export interface Heard {
  readonly ref?: string | null
  readonly url?: string | null
  readonly word: GatewayWord
}

/** The origin that the audit log names for these changes. */
const address = 'gateway'

/**
 * Merges a report from the gateway, in whatever order reports come: updates the payment's state, and adds each ledger entry for moved money
 * once (MP-19); an application moves on by it (SH-9). Null for a payment that is not ours.
 */
export async function takeWord(tx: Tx, key: PaymentKey, heard: Heard, now: Date): Promise<PaymentRow | null> {
  const { memberId, paymentId } = key
  const row = await selectPayments(tx, memberId).where('payment_id', '=', paymentId).forUpdate().executeTakeFirst()
  if (row === undefined) return null
  const { disputes } = row
  const refundedCents = row.refunded_cents - sumDisputed(disputes)
  const before = { state: row.state, paidCents: row.paid_cents, refundedCents, disputes }
  const after = afterWord(before, heard.word)
  const isOpen = isUnderWay(after.state)
  const changed = {
    state: after.state,
    paid_cents: after.paidCents,
    refunded_cents: computeReturned(after),
    disputes: after.disputes,
    gateway_ref: row.gateway_ref ?? heard.ref ?? null,
    url: isOpen ? (heard.url === undefined ? row.url : heard.url) : null,
    look_at: isOpen ? row.look_at : null,
    settled_at: isOpen ? null : (row.settled_at ?? now),
    changed_at: now,
  }
  await tx
    .updateTable('premium_payment')
    .set({ ...changed, disputes: JSON.stringify(changed.disputes) })
    .where('member_id', '=', memberId)
    .where('payment_id', '=', paymentId)
    .execute()
  await writeEntries(tx, key, { before, after }, now)
  if (after.state !== before.state && !isOpen) {
    const { enrollment_id: enrollmentId } = row
    const event = { action: `premium-payment.${after.state}`, recordType: 'premium-payment', recordId: paymentId }
    const ofMember = { memberId: enrollmentId === null ? memberId : null }
    await audit(tx, null, { ...event, ...ofMember }, { origin: { address, requestId: uuidv7() }, now })
    const heardOf = { paymentId, cents: after.paidCents, begunOn: easternDay(row.created_at) }
    if (enrollmentId !== null) await recordFirstPayment(tx, { enrollmentId, ...heardOf }, now)
  }
  return { ...row, ...changed }
}

/** Adds an entry for new money. Its key is the total after it, so that no entry can exist twice. */
async function writeEntries(
  tx: Tx,
  { memberId, paymentId }: PaymentKey,
  { before, after }: { readonly before: PaymentStanding; readonly after: PaymentStanding },
  now: Date,
): Promise<void> {
  const key = { member_id: memberId, payment_id: paymentId, at: now }
  const paid = after.paidCents - before.paidCents
  const refunded = after.refundedCents - before.refundedCents
  const none = { withdrawnCents: 0, reinstatedCents: 0 }
  const ofDisputes = Object.entries(after.disputes).flatMap(([id, now]) => {
    const known = before.disputes[id] ?? none
    const [withdrawn, reinstated] = [now.withdrawnCents, computeReinstated(now)]
    const taken = withdrawn - known.withdrawnCents
    const again = reinstated - computeReinstated(known)
    return [
      { name: `disputed:${id}:${withdrawn}`, debit: 'premium', credit: 'gateway', amount: taken } as const,
      { name: `reinstated:${id}:${reinstated}`, debit: 'gateway', credit: 'premium', amount: again } as const,
    ]
  })
  const entries = [
    { name: `paid:${after.paidCents}`, debit: 'gateway', credit: 'premium', amount: paid } as const,
    { name: `refunded:${after.refundedCents}`, debit: 'premium', credit: 'gateway', amount: refunded } as const,
    ...ofDisputes,
  ].filter(({ amount }) => amount > 0)
  for (const { name, debit, credit, amount } of entries) {
    await tx
      .insertInto('ledger_entry')
      .values({ ...key, entry: name, debit, credit, amount_cents: amount })
      .execute()
  }
}

/** Sets when the gateway is asked next about a payment under way. */
export async function pollLater(
  tx: Tx,
  { memberId, paymentId }: PaymentKey,
  change: { readonly at: Date; readonly unknown?: boolean },
): Promise<void> {
  await tx
    .updateTable('premium_payment')
    .set({ look_at: change.at, ...(change.unknown && { state: 'unknown' as const }) })
    .where('member_id', '=', memberId)
    .where('payment_id', '=', paymentId)
    .where('state', 'in', change.unknown ? ['created', 'unknown'] : underWay)
    .execute()
}

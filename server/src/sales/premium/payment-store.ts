import {
  afterWord,
  computeReinstated,
  computeReturned,
  type GatewayWord,
  isUnderWay,
  type PaidBy,
  type PaymentStanding,
  type PaymentState,
  sumDisputed,
} from '@portico/rules/premium/payment'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { audit } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { recordFirstPayment } from '../shop/first-premiums.ts'

export type PaymentRow = Selectable<Tables['premium_payment']>

/** Identifies a payment; its payer is a member or, for a first premium, the application. */
export interface PaymentKey {
  readonly payerId: string
  readonly paymentId: string
}

/** States in which money may still move. */
export const underWay: readonly PaymentState[] = ['created', 'sent', 'pending', 'unknown']

export function findPayment(db: Reader, key: PaymentKey): Promise<PaymentRow | undefined> {
  return selectPayment(db, key).executeTakeFirst()
}

function selectPayment(db: Reader, key: PaymentKey) {
  return db.selectFrom('premium_payment').selectAll().where(isPayment(key))
}

export const isPayment = ({ payerId, paymentId }: PaymentKey) =>
  sql<SqlBool>`payment_id = ${paymentId} and ${selectPayer('premium_payment')} = ${payerId}`

/** The payer; release 0.1.0 writes it into `member_id` alone, whoever it is. */
export const selectPayer = (table: string) =>
  sql<string>`coalesce(${sql.ref(`${table}.payer_id`)}, ${sql.ref(`${table}.member_id`)})`

export const toPaymentKey = (row: Pick<PaymentRow, 'payer_id' | 'member_id' | 'payment_id'>): PaymentKey => ({
  payerId: row.payer_id ?? row.member_id,
  paymentId: row.payment_id,
})

/** The newest payment of an application's first premium. */
export function lastFirstPayment(db: Reader, enrollmentId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('premium_payment')
    .selectAll()
    .where('enrollment_id', '=', enrollmentId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The newest payments of an account. */
export function listPayments(db: Reader, memberId: string, accountId: string, max: number): Promise<PaymentRow[]> {
  return db
    .selectFrom('premium_payment')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(max)
    .execute()
}

/**
 * An account's payments that decide what automatic payment does: those under way, taken back, and automatic, in the order of the
 * attempts.
 */
export function selectTold(db: Reader, memberId: string) {
  return db
    .selectFrom('premium_payment')
    .select(['account_id', 'state', 'created_at', 'auto_due_on', 'taken_back_cents', 'taken_back_at'])
    .where('member_id', '=', memberId)
    .where((where) =>
      where.or([
        where('state', 'in', underWay),
        where('auto_due_on', 'is not', null),
        where('taken_back_cents', '>', 0),
      ]),
    )
    .orderBy('auto_due_on')
    .orderBy('auto_try')
}

/**
 * The amount paid here that the plan's files, and so their balance, do not include yet; negative: banks have taken back more than was
 * paid.
 */
export async function sumPaidSince(db: Reader, memberId: string, accountId: string): Promise<number> {
  const { rows } = await selectPaidOfAll(memberId).execute(db)
  return rows.find((row) => row.account_id === accountId)?.cents ?? 0
}

/**
 * The same for each of a member's accounts that has such an amount. A posted payment still counts as taken back until the plan has
 * posted the return, with or without our id.
 */
export function selectPaidOfAll(memberId: string) {
  return sql<{ readonly account_id: string; readonly cents: number }>`
    select account_id, sum(case
      when not exists (select from premium_move posted where posted.member_id = payment.member_id
        and posted.payment_id = payment.payment_id and posted.state = 'posted') then paid_cents - refunded_cents
      when taken_back_cents > 0 and not exists (select from premium_move posted where posted.member_id = payment.member_id
        and posted.account_id = payment.account_id and posted.state = 'posted' and posted.kind = 'returned'
        and (posted.payment_id = payment.payment_id or (posted.payment_id is null
          and posted.amount_cents = -taken_back_cents and posted.moved_on >= payment.created_at::date)))
        then -taken_back_cents
      else 0 end)::bigint as cents
    from premium_payment payment where member_id = ${memberId} and paid_cents > 0
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
  /** Absent: not known. */
  readonly by?: PaidBy | undefined
}

/** The origin of these changes in the audit log. */
const address = 'gateway'

/**
 * Merges a report from the gateway, in whatever order reports come: updates the payment's state, and adds a ledger entry once for each
 * movement of money (MP-19), which may also move an application on (SH-9). Null: not our payment.
 */
export async function takeWord(tx: Tx, key: PaymentKey, heard: Heard, now: Date): Promise<PaymentRow | null> {
  const { paymentId } = key
  const row = await selectPayment(tx, key).forUpdate().executeTakeFirst()
  if (row === undefined) return null
  const { disputes } = row
  const refundedCents = row.refunded_cents - sumDisputed(disputes)
  const before = { state: row.state, paidCents: row.paid_cents, refundedCents, disputes }
  const after = afterWord(before, heard.word)
  const isOpen = isUnderWay(after.state)
  const takenBack = sumDisputed(after.disputes)
  const tookMore = takenBack > row.taken_back_cents
  const changed = {
    state: after.state,
    paid_cents: after.paidCents,
    refunded_cents: computeReturned(after),
    disputes: after.disputes,
    taken_back_cents: takenBack,
    taken_back_at: tookMore ? now : row.taken_back_at,
    taken_back_told_at: tookMore ? null : row.taken_back_told_at,
    gateway_ref: row.gateway_ref ?? heard.ref ?? null,
    url: isOpen ? (heard.url === undefined ? row.url : heard.url) : null,
    look_at: isOpen ? row.look_at : null,
    settled_at: isOpen ? null : (row.settled_at ?? now),
    ...(row.paid_by_kind === null && heard.by !== undefined && toPaidByColumns(heard.by)),
    changed_at: now,
  }
  await tx
    .updateTable('premium_payment')
    .set({ ...changed, disputes: JSON.stringify(changed.disputes) })
    .where(isPayment(key))
    .execute()
  await writeEntries(tx, row, { before, after }, now)
  const { enrollment_id: enrollmentId } = row
  const note = (what: PaymentState | 'taken-back' | 'reinstated') => {
    const event = { action: `premium-payment.${what}`, recordType: 'premium-payment', recordId: paymentId }
    const ofMember = { memberId: enrollmentId === null ? row.member_id : null }
    return audit(tx, null, { ...event, ...ofMember }, { origin: { address, requestId: uuidv7() }, now })
  }
  if (takenBack !== row.taken_back_cents) await note(tookMore ? 'taken-back' : 'reinstated')
  if (after.state !== before.state && !isOpen) {
    await note(after.state)
    const heardOf = { paymentId, cents: after.paidCents, begunOn: easternDay(row.created_at) }
    if (enrollmentId !== null) await recordFirstPayment(tx, { enrollmentId, ...heardOf }, now)
  }
  return { ...row, ...changed }
}

/** The row's columns for what a payment was made with. */
export function toPaidByColumns({ kind, label, lastFour }: PaidBy) {
  return {
    paid_by_kind: kind,
    paid_by_label: label?.slice(0, 60) ?? null,
    paid_by_last_four: lastFour?.slice(-4) ?? null,
  }
}

/** Adds an entry for new money. Its key is the new total, so that no entry can exist twice. */
async function writeEntries(
  tx: Tx,
  row: PaymentRow,
  { before, after }: { readonly before: PaymentStanding; readonly after: PaymentStanding },
  now: Date,
): Promise<void> {
  const { payerId, paymentId } = toPaymentKey(row)
  const key = { member_id: row.member_id, payer_id: payerId, payment_id: paymentId, at: now }
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

/** Schedules the next poll of a payment under way. */
export async function pollLater(
  tx: Tx,
  key: PaymentKey,
  change: { readonly at: Date; readonly unknown?: boolean },
): Promise<void> {
  await tx
    .updateTable('premium_payment')
    .set({ look_at: change.at, ...(change.unknown && { state: 'unknown' as const }) })
    .where(isPayment(key))
    .where('state', 'in', change.unknown ? ['created', 'unknown'] : underWay)
    .execute()
}

/** Payments that have succeeded or failed since a moment and that no e-mail has reported, locked. */
export function holdUntoldSettled(tx: Tx, { since, max }: { readonly since: Date; readonly max: number }) {
  return tx
    .selectFrom('premium_payment')
    .select(['payer_id', 'member_id', 'payment_id', 'enrollment_id', 'state', 'auto_due_on'])
    .where('told_at', 'is', null)
    .where('state', 'in', ['succeeded', 'failed'])
    .where('settled_at', '>', since)
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function noteSettledTold(tx: Tx, key: PaymentKey, now: Date): Promise<void> {
  await tx.updateTable('premium_payment').set({ told_at: now }).where(isPayment(key)).execute()
}

/** Payments that banks have taken back and that no e-mail has reported, locked. */
export async function listUntoldTakenBack(
  tx: Tx,
  { since, max }: { readonly since: Date; readonly max: number },
): Promise<readonly PaymentKey[]> {
  const rows = await tx
    .selectFrom('premium_payment')
    .select(['payer_id', 'member_id', 'payment_id'])
    .where('taken_back_told_at', 'is', null)
    .where('taken_back_cents', '>', 0)
    // Applicants have no automatic payment.
    .where('enrollment_id', 'is', null)
    .where('taken_back_at', '>', since)
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(toPaymentKey)
}

export async function noteTakenBackTold(tx: Tx, key: PaymentKey, now: Date): Promise<void> {
  await tx.updateTable('premium_payment').set({ taken_back_told_at: now }).where(isPayment(key)).execute()
}

import type { EmailService } from '../../mailing/email/service.ts'
import { confirmAgreement, notifyOfMoney } from '../../member/notifications/service.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { notifyOfFailedPremium } from '../shop/failed-payment.ts'
import { readAccount } from './accounts.ts'
import { paysItself } from './autopay-standing.ts'
import { holdUntoldBills, noteBillTold } from './bill-notice-store.ts'
import {
  holdUntoldSettled,
  listUntoldTakenBack,
  noteSettledTold,
  noteTakenBackTold,
  toPaymentKey,
} from './payment-store.ts'
import { findPremiumAccount } from './store.ts'

const atOnce = 20
/** After a long downtime, we send no e-mails about old events. */
const freshMs = 7 * 24 * 3_600_000
/** How many days before the due date the e-mail about a bill is sent. */
const daysBefore = 7

interface Parts {
  readonly database: Database
  readonly emails: EmailService
}

/**
 * Queues an e-mail about each settled payment and each that a bank has taken back, once; any number of servers may do it. Returns how
 * many there were. For a first premium, the application's own e-mail says that it has arrived.
 */
export function notifyOfPayments(parts: Parts & { readonly dataKey: DataKey }, now: Date): Promise<number> {
  const { database, emails } = parts
  return database.transaction(async (tx) => {
    const settled = await holdUntoldSettled(tx, { since: new Date(now.getTime() - freshMs), max: atOnce })
    for (const row of settled) {
      const { member_id: memberId, enrollment_id: enrollmentId, state, auto_due_on: dueOn } = row
      const template = state === 'succeeded' ? 'payment-received' : dueOn === null ? 'payment-failed' : 'autopay-failed'
      if (enrollmentId === null) await notifyOfMoney(tx, emails, { memberId, template, now })
      else if (state === 'failed') await notifyOfFailedPremium(tx, parts, enrollmentId, now)
      await noteSettledTold(tx, toPaymentKey(row), now)
    }
    return settled.length + (await notifyOfTakenBack(tx, emails, now))
  })
}

/**
 * Queues an e-mail about each payment that the payer's bank has taken back, once for each time, whatever e-mails they want: they owe
 * what it paid for again, and automatic payment is paused. Returns how many there were.
 */
async function notifyOfTakenBack(tx: Tx, emails: EmailService, now: Date): Promise<number> {
  const taken = await listUntoldTakenBack(tx, { since: new Date(now.getTime() - freshMs), max: atOnce })
  for (const key of taken) {
    await confirmAgreement(tx, emails, { template: 'payment-taken-back', memberId: key.payerId, now })
    await noteTakenBackTold(tx, key, now)
  }
  return taken.length
}

/**
 * Queues an e-mail once for each bill that is due within a week and that someone has to pay. While a payment is under way, its outcome
 * decides. Returns how many were checked.
 */
export function notifyOfBills({ database, emails }: Parts, now: Date): Promise<number> {
  const today = easternDay(now)
  return database.transaction(async (tx) => {
    const due = await holdUntoldBills(tx, { from: today, to: isoDayAfter(today, daysBefore), max: atOnce })
    for (const { member_id: memberId, bill_id: billId, account_id: accountId } of due) {
      const row = await findPremiumAccount(tx, memberId, accountId)
      const about = { today, planName: null, names: new Map(), gateway: null }
      const account = row?.state === 'open' ? await readAccount(tx, row, about) : null
      const bill = account?.bills.find((one) => one.billId === billId)
      const asks = account !== null && !paysItself(account) && bill !== undefined && bill.state !== 'paid'
      if (asks) await notifyOfMoney(tx, emails, { memberId, template: 'premium-due', now })
      // A bill that is paid, or paid automatically, needs only one check.
      await noteBillTold(tx, { memberId, billId }, today)
    }
    return due.length
  })
}

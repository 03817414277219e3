import * as calls from '@portico/contract/calls/premium'
import type { Language } from '@portico/contract/page'
import { toPrinted } from '@portico/rules/languages/list'
import { readLineMember } from '../../brands/brand/line-member-statement.ts'
import { buildSender } from '../../brands/brand/sender.ts'
import type { BrandService } from '../../brands/brand/service.ts'
import { demandPayer, type Payer } from '../../member/member/payer.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { createTurns } from '../../platform/limits/turns.ts'
import { pdfFile } from '../../platform/pdf/file.ts'
import type { JobThreads } from '../../platform/threads/job-threads.ts'
import { readAccount } from './accounts.ts'
import type { PremiumJob } from './document.ts'
import { findPayment } from './payment-store.ts'
import { createPlanFinding } from './service.ts'
import { findBill, findMove, selectAccounts } from './store.ts'
import { premiumTexts } from './texts.ts'

export const premiumThread = new URL('./document-thread.ts', import.meta.url)

interface DocumentParts {
  readonly database: Database
  readonly brands: BrandService
  readonly limits: Limits
  readonly documents: JobThreads<PremiumJob>
}

/**
 * Bills and receipts (MP-18). Throws NOT-FOUND, and TOO-MANY-REQUESTS after many in an hour, or while another one is being made for the
 * same account.
 */
export function bindPremiumDocuments(binder: Binder, parts: DocumentParts): void {
  const turns = createTurns()
  binder.bind(calls.premiumBillFile, {
    around: ({ principal }, _context, run) => turns.alone(principal.accountId, run),
    handle: async ({ principal, params }, { now }, tx) => {
      const payer = await demandPayer(tx, principal)
      return { ...(await buildBill(tx, payer, params.billId, now)), payer: payer.person }
    },
    finish: (found, { principal, query }, { language, now }) =>
      makeFile(parts, principal, found, { language: query.language ?? language, now }),
  })
  binder.bind(calls.premiumReceipt, {
    around: ({ principal }, _context, run) => turns.alone(principal.accountId, run),
    handle: async ({ principal, params }, { now }, tx) => {
      const payer = await demandPayer(tx, principal)
      return { ...(await buildReceipt(tx, payer, params.moveId, now)), payer: payer.person }
    },
    finish: (found, { principal, query }, { language, now }) =>
      makeFile(parts, principal, found, { language: query.language ?? language, now }),
  })
}

async function makeFile(
  { database, brands, limits, documents }: DocumentParts,
  principal: MemberPrincipal,
  found: Part & { readonly payer: Payer['person'] },
  { now, ...asked }: { readonly language: Language; readonly now: Date },
): Promise<FileAnswer> {
  const language = toPrinted(asked.language)
  if (!(await limits.reserveEob(principal.accountId, now))) throw new CallError('TOO-MANY-REQUESTS')
  const loaded = brands.requireLoaded(principal.brand)
  const line = await readLineMember(database.read, principal.memberId)
  const { phoneNumber: phone, hours } = brands.servicePhone(principal.brand, line, language)
  const reach = { phone, tty: loaded.brand.ttyNumber, hours }
  const say = premiumTexts(language)
  const { firstName, lastName, memberNumber } = found.payer
  const bytes = await documents.make({
    ...found,
    payer: { name: `${firstName} ${lastName}`.trim(), memberNumber },
    language,
    sender: buildSender(loaded, language, [say('phone', reach), say('tty', reach), hours]),
    reach,
    now,
  })
  return pdfFile(`${say(`${found.what.kind}.fileName`)}-${easternDay(now)}.pdf`, bytes)
}

type Part = Pick<PremiumJob, 'what' | 'account'>

async function buildBill(tx: Tx, payer: Payer, billId: string, now: Date): Promise<Part> {
  const row = await findBill(tx, payer.memberId, billId)
  const account = row && (await readAccountPart(tx, payer, row.account_id, now))
  const bill = account?.bills.find((one) => one.billId === billId)
  if (account === undefined || bill === undefined) throw new CallError('NOT-FOUND')
  return { what: { kind: 'bill', bill }, account }
}

/** The receipt of a payment that the plan has recorded, or of a settled one made here. */
async function buildReceipt(tx: Tx, payer: Payer, moveId: string, now: Date): Promise<Part> {
  const row = await findMove(tx, payer.memberId, moveId)
  if (row !== undefined) {
    const account = await readAccountPart(tx, payer, row.account_id, now)
    const move = account?.history.find((one) => one.moveId === moveId)
    if (account === undefined || move === undefined) throw new CallError('NOT-FOUND')
    const made = account.payments.find(({ paymentId }) => paymentId === row.payment_id)
    return { what: { kind: 'receipt', move, reference: row.vendor_id, paidBy: made?.paidBy ?? null }, account }
  }
  const payment = await findPayment(tx, { payerId: payer.memberId, paymentId: moveId })
  const account = payment?.account_id == null ? undefined : await readAccountPart(tx, payer, payment.account_id, now)
  if (account === undefined || payment === undefined || payment.paid_cents === 0) throw new CallError('NOT-FOUND')
  const date = easternDay(payment.settled_at ?? payment.changed_at)
  const shown = account.payments.find(({ paymentId }) => paymentId === moveId)
  const { paidFor = [], paidBy = null } = shown ?? {}
  const made = { moveId, date, kind: 'payment', way: 'online', amountCents: payment.paid_cents, note: null } as const
  return {
    what: {
      kind: 'receipt',
      move: { ...made, paidFor },
      reference: moveId,
      refundedCents: payment.refunded_cents - payment.taken_back_cents,
      takenBackCents: payment.taken_back_cents,
      paidBy,
    },
    account,
  }
}

async function readAccountPart(tx: Tx, payer: Payer, accountId: string, now: Date) {
  const rows = await selectAccounts(tx, payer.memberId).execute()
  const row = rows.find(({ account_id: id }) => id === accountId)
  if (row === undefined) return undefined
  const today = easternDay(now)
  const plan = (await createPlanFinding(tx, payer.memberId, today))(row)
  return readAccount(tx, row, { today, ...plan, names: payer.names, gateway: null })
}

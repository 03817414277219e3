import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { payPremium, premiumPayment } from '@portico/contract/calls/premium'
import type { Language } from '@portico/contract/page'
import { type AmountProblem, amountProblem, lookAgainMs, PAGE_LIVES_MS } from '@portico/rules/premium/payment'
import type { FastifyBaseLogger } from 'fastify'
import { findMember } from '../../member/member/contract.ts'
import { demandPayer } from '../../member/member/payer.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import type { Gateway } from '../../platform/gateway/port.ts'
import { GatewayError, type PaymentToTake } from '../../platform/gateway/port.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext, ReadContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { brandOfApplication } from '../shop/first-premiums.ts'
import { findMethod } from './method-store.ts'
import {
  findPayment,
  type Heard,
  insertPayment,
  listPayments,
  type PaymentKey,
  type PaymentRow,
  paidSinceCents,
  pollLater,
  takeWord,
  underWay,
} from './payment-store.ts'
import { shownPayment } from './shown-payment.ts'
import { findPremiumAccount } from './store.ts'

type Payment = PayloadOf<typeof premiumPayment>

export interface Payments {
  /** Null if this portal takes no payments. */
  readonly gateway: Gateway | null
  /**
   * Begins a payment of an amount that the member has confirmed, once per id (MP-19). Throws NOT-FOUND, FIELD-INVALID, CONFLICT while
   * another payment on the account is under way, UNAVAILABLE if payments are off.
   */
  begin(principal: MemberPrincipal, body: BodyOf<typeof payPremium>, context: CallContext): Promise<Payment>
  /** The state of a payment; asks the gateway while it is under way. Throws NOT-FOUND. */
  read(principal: MemberPrincipal, paymentId: string, context: ReadContext): Promise<Payment>
  /** Cancels a payment that has not been made yet; one that has been made stays. Throws NOT-FOUND, UNAVAILABLE. */
  cancel(principal: MemberPrincipal, paymentId: string, context: ReadContext): Promise<Payment>
  /** Asks the gateway about a payment and records the answer. Null without an answer. */
  ask(row: PaymentRow, now: Date): Promise<PaymentRow | null>
  /** The current state of a payment; asks the gateway while it is under way. */
  newest(row: PaymentRow, now: Date): Promise<PaymentRow>
}

export interface PaymentParts {
  readonly database: Database
  readonly gateway: Gateway | null
  /** The name of a brand. */
  readonly nameOf: (brand: string, language: Language) => string
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}

/** When the gateway is asked for the first time about what was begun with it. */
export const firstLookMs = 60_000

export function createPayments({ database, gateway, nameOf, logger }: PaymentParts): Payments {
  return { gateway, begin, read, cancel, ask, newest }

  async function begin(principal: MemberPrincipal, body: BodyOf<typeof payPremium>, context: CallContext) {
    if (gateway === null) throw new CallError('UNAVAILABLE')
    const { ownOrigin } = context
    if (ownOrigin === null) throw new CallError('ORIGIN-REFUSED')
    const returnTo = `${ownOrigin}/login/#/ebill?payment=${body.clientPaymentId}`
    const row = await database.transaction((tx) => created(tx, { gateway, principal, body, returnTo, context }))
    return shownPayment(row.state === 'created' || row.state === 'unknown' ? await newest(row, context.now) : row)
  }

  async function newest(row: PaymentRow, now: Date): Promise<PaymentRow> {
    if (!underWay.includes(row.state)) return row
    const asked = await ask(row, now)
    // A request at the same time may have recorded it first.
    return asked ?? (await findPayment(database.read, { memberId: row.member_id, paymentId: row.payment_id })) ?? row
  }

  async function read(principal: MemberPrincipal, paymentId: string, context: ReadContext) {
    return shownPayment(await newest(await audited(principal, 'read', paymentId, context), context.now))
  }

  async function cancel(principal: MemberPrincipal, paymentId: string, context: ReadContext) {
    const { now } = context
    const row = await audited(principal, 'cancel', paymentId, context)
    if (!underWay.includes(row.state)) return shownPayment(row)
    // An automatic payment has no page to close, and asking again would take it.
    if (gateway === null || row.auto_due_on !== null) throw new CallError('UNAVAILABLE')
    // Without the gateway's own id it is unknown whether it has started one: asking starts it, so that it can be closed.
    const known = row.gateway_ref === null ? await ask(row, now) : row
    if (known === null || known.gateway_ref === null) throw new CallError('UNAVAILABLE')
    const { gateway_ref: ref } = known
    const closed = await heard(known, () => gateway.close(ref), now)
    if (closed === null) throw new CallError('UNAVAILABLE')
    return shownPayment(closed)
  }

  /** A payment of the member's own, after what is done with it is audited. Throws NOT-FOUND. */
  function audited(principal: MemberPrincipal, what: 'read' | 'cancel', paymentId: string, context: ReadContext) {
    return database.transaction(async (tx) => {
      const found = await ownPayment(tx, principal, paymentId)
      const event = { action: `premium-payment.${what}`, recordType: 'premium-payment', recordId: paymentId }
      await audit(tx, principal, event, context)
      return found
    })
  }

  async function ask(row: PaymentRow, now: Date): Promise<PaymentRow | null> {
    if (gateway === null || gateway.name !== row.gateway) return null
    const { gateway_ref: ref } = row
    if (ref === null && row.method_id !== null) {
      const payment = await paymentToTake(row, row.method_id)
      return heard(row, () => gateway.take(payment), now)
    }
    if (ref === null) {
      const payment = await paymentToOpen(row)
      return heard(row, () => gateway.open(payment), now)
    }
    // A page that was left open is closed, so that the account is free for another payment.
    const isOver = row.state === 'sent' && now.getTime() - row.created_at.getTime() > PAGE_LIVES_MS
    return heard(row, () => (isOver ? gateway.close(ref) : gateway.look(ref)), now)
  }

  /** Asks outside any transaction, and records the answer in one. */
  async function heard(row: PaymentRow, asking: () => Promise<Heard>, now: Date) {
    const key = { memberId: row.member_id, paymentId: row.payment_id }
    try {
      const said = await asking()
      return await database.transaction((tx) => takeWord(tx, key, said, now))
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      // Refused before it began, so it has no effect.
      if (error.kind === 'refused' && row.gateway_ref === null) {
        const word = { status: 'failed', paidCents: 0, refundedCents: 0 } as const
        return await database.transaction((tx) => takeWord(tx, key, { word }, now))
      }
      logger.warn(
        { paymentId: row.payment_id, kind: error.kind, err: error },
        'payment: the gateway gave no result, asked again later',
      )
      const at = new Date(now.getTime() + lookAgainMs(row.looks))
      await database.transaction((tx) => pollLater(tx, key, { at, unknown: row.gateway_ref === null }))
      return null
    }
  }

  async function paymentToTake(row: PaymentRow, methodId: string): Promise<PaymentToTake> {
    const { member_id: memberId, payment_id: paymentId, amount_cents: amountCents, created_at: begunAt } = row
    const method = await findMethod(database.read, { memberId, methodId })
    // A payment method is never removed while a payment with it is under way.
    if (!method?.gateway_ref || !method.customer_ref || !method.kind) throw new CallError('NOT-FOUND')
    const by = { ref: method.gateway_ref, customerRef: method.customer_ref, kind: method.kind }
    return { paymentId, memberId, amountCents, begunAt, method: by }
  }

  async function paymentToOpen(row: PaymentRow) {
    const { enrollment_id: enrollmentId } = row
    const brand =
      enrollmentId === null
        ? (await findMember(database.read, row.member_id))?.brand
        : await brandOfApplication(database.read, enrollmentId)
    if (brand == null) throw new CallError('NOT-FOUND')
    const language = row.language === 'es' ? 'es' : 'en'
    return {
      paymentId: row.payment_id,
      memberId: row.member_id,
      amountCents: row.amount_cents,
      brandName: nameOf(brand, language),
      language,
      returnTo: row.return_to,
    } as const
  }
}

interface NewPaymentParts {
  readonly gateway: Gateway
  readonly principal: MemberPrincipal
  readonly body: BodyOf<typeof payPremium>
  readonly returnTo: string
  readonly context: CallContext
}

/** The payment with that id: recorded before the gateway hears of it, so that none is ever lost. */
async function created(tx: Tx, { gateway, principal, body, returnTo, context }: NewPaymentParts): Promise<PaymentRow> {
  const { memberId } = principal
  const { billingAccountId: accountId, amountCents, clientPaymentId: paymentId } = body
  const { now, origin, language } = context
  await lockMember(tx, memberId)
  const known = await findPayment(tx, { memberId, paymentId })
  if (known !== undefined) return known
  await demandPayer(tx, principal)
  const account = await findPremiumAccount(tx, memberId, accountId)
  if (account === undefined || account.state !== 'open') throw new CallError('NOT-FOUND')
  const others = await listPayments(tx, memberId, accountId, 100)
  if (others.some(({ state }) => underWay.includes(state))) throw new CallError('CONFLICT')
  const owed =
    account.balance_cents === null ? null : account.balance_cents - (await paidSinceCents(tx, memberId, accountId))
  const problem = amountProblem(amountCents, owed)
  if (problem !== null) throw fieldError('amountCents', codes[problem])
  const row = newPayment(
    { gateway: gateway.name, paymentId, amountCents, returnTo },
    { memberId, accountId },
    { language, now },
  )
  await insertPayment(tx, row)
  const event = { action: 'premium-payment.begin', recordType: 'premium-payment', recordId: paymentId }
  await audit(tx, principal, event, { origin, now })
  return row
}

/** What a payment is for: a member's account, or an application's first premium. */
type PaymentOf = { readonly memberId: string; readonly accountId: string } | { readonly enrollmentId: string }

/** A payment as recorded before the gateway hears of it. */
export function newPayment(
  payment: Pick<PaymentRow, 'gateway'> & {
    readonly paymentId: string
    readonly amountCents: number
    readonly returnTo: string
  },
  of: PaymentOf,
  { language, now }: Pick<PaymentRow, 'language'> & Pick<CallContext, 'now'>,
): PaymentRow {
  return {
    ...('memberId' in of
      ? { member_id: of.memberId, account_id: of.accountId, enrollment_id: null }
      : { member_id: of.enrollmentId, account_id: null, enrollment_id: of.enrollmentId }),
    payment_id: payment.paymentId,
    amount_cents: payment.amountCents,
    paid_cents: 0,
    refunded_cents: 0,
    disputes: {},
    state: 'created',
    gateway: payment.gateway,
    gateway_ref: null,
    url: null,
    language,
    return_to: payment.returnTo,
    looks: 0,
    look_at: new Date(now.getTime() + firstLookMs),
    created_at: now,
    changed_at: now,
    settled_at: null,
    told_at: null,
    method_id: null,
    auto_due_on: null,
    auto_try: null,
  }
}

const codes: Readonly<Record<AmountProblem, string>> = {
  'not-known': 'payment.not-known',
  'nothing-owed': 'payment.nothing-owed',
  'too-little': 'payment.too-little',
  'too-much': 'payment.too-much',
}

/** Throws NOT-FOUND. */
async function ownPayment(tx: Tx, principal: MemberPrincipal, paymentId: string): Promise<PaymentRow> {
  await demandPayer(tx, principal)
  const key: PaymentKey = { memberId: principal.memberId, paymentId }
  const row = await findPayment(tx, key)
  if (row === undefined) throw new CallError('NOT-FOUND')
  return row
}

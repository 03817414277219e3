import * as calls from '@portico/contract/calls/autopay'
import { paymentLimits } from '@portico/rules/premium/payment'
import { v7 as uuidv7 } from 'uuid'
import { lockOwnMember } from '../../identity/sessions/lock-own-member.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import { demandPayer, readPayer } from '../../member/member/payer.ts'
import { confirmAgreement, notifyOfMoney } from '../../member/notifications/service.ts'
import { audit } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import type { Gateway } from '../../platform/gateway/port.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import { readAccount } from './accounts.ts'
import { isFirstAsShown, readStanding } from './autopay-standing.ts'
import { type AutopayKey, dropAutopay, findAutopay, nextToCheck, noteAutopay, putAutopay } from './autopay-store.ts'
import { findMethod, type MethodRow } from './method-store.ts'
import { makePayment } from './new-payment.ts'
import { requireOwnMethod } from './own-method.ts'
import { insertPayment, underWay } from './payment-store.ts'
import { findPremiumAccount } from './store.ts'

interface AutopayParts {
  readonly database: Database
  readonly gateway: Gateway['name'] | null
  readonly emails: EmailService
}

/** Automatic payments as confirmed by the member (MP-18); ending them does not stop a payment under way. */
export function bindAutopay(binder: Binder, { gateway, emails }: Omit<AutopayParts, 'database'>): void {
  // Throws CONFLICT if the plan itself collects the premium.
  binder.bind(calls.setAutopay, async ({ principal, body }, { now, language }, tx) => {
    const { billingAccountId: accountId, methodId, maxCents, first } = body
    const key = { memberId: principal.memberId, accountId }
    await lockOwnMember(tx, principal)
    await demandPayer(tx, principal)
    const account = await findPremiumAccount(tx, key.memberId, accountId)
    if (account === undefined || account.state !== 'open') throw new CallError('NOT-FOUND')
    const method = await requireOwnMethod(tx, principal, methodId)
    if (gateway === null) throw new CallError('UNAVAILABLE')
    if (account.auto_pay === true || method.state !== 'saved' || method.gateway !== gateway)
      throw new CallError('CONFLICT')
    const problem = limitProblem(maxCents)
    if (problem !== null) throw fieldError('maxCents', problem)
    const today = easternDay(now)
    const { autopayFirst } = await readAccount(tx, account, { today, planName: null, names: new Map(), gateway })
    if (first !== undefined && !isFirstAsShown(first, autopayFirst, today))
      throw fieldError('first', 'autopay.first-changed')
    const before = await findAutopay(tx, key)
    // Sent again: until its first day, an agreement has nothing to begin anew.
    if (
      before?.method_id === methodId &&
      before.most_cents === maxCents &&
      before.checked_on === null &&
      before.language === language
    )
      return leaveUnchanged({ on: true })
    await putAutopay(tx, {
      member_id: key.memberId,
      account_id: accountId,
      method_id: methodId,
      most_cents: maxCents,
      language,
      confirmed_at: now,
      checked_on: null,
      told_for: null,
      told_over_for: null,
    })
    const told = { memberId: key.memberId, now, method: nameMethod(method) }
    await confirmAgreement(tx, emails, { template: 'autopay-agreed', ...told })
    return about(accountId, { on: true })
  })

  binder.bind(calls.endAutopay, async ({ principal, params: { billingAccountId: accountId } }, { now }, tx) => {
    const key = { memberId: principal.memberId, accountId }
    await lockMember(tx, key.memberId)
    await demandPayer(tx, principal)
    if ((await findPremiumAccount(tx, key.memberId, accountId)) === undefined) throw new CallError('NOT-FOUND')
    const before = await findAutopay(tx, key)
    await dropAutopay(tx, key)
    if (before !== undefined)
      await confirmAgreement(tx, emails, { template: 'autopay-stopped', memberId: key.memberId, now })
    return about(accountId, { on: false })
  })
}

/** The method's name for people, in any language: `Visa ••4242`. */
function nameMethod({ label, last_four: lastFour }: Pick<MethodRow, 'label' | 'last_four'>): string {
  return [label, `••${lastFour ?? '••'}`].filter(Boolean).join(' ')
}

function limitProblem(maxCents: number): string | null {
  if (maxCents < paymentLimits.minCents) return 'autopay.too-little'
  return maxCents > paymentLimits.maxCents ? 'autopay.too-much' : null
}

/**
 * Handles each account with automatic payments once a day: records a payment of what is due, which the gateway then takes like any
 * other recorded payment, and sends notices. Any number of servers may do it. Returns how many accounts were handled.
 */
export async function runAutopay(parts: AutopayParts, now: Date, signal?: AbortSignal): Promise<number> {
  if (parts.gateway === null) return 0
  const today = easternDay(now)
  for (let seen = 0; ; seen += 1) {
    const key = signal?.aborted ? undefined : await nextToCheck(parts.database.read, today)
    if (key === undefined) return seen
    await parts.database.transaction((tx) => handleAccount(tx, parts, { key, today, now }))
  }
}

interface DayOfAccount {
  readonly key: AutopayKey
  readonly today: string
  readonly now: Date
}

async function handleAccount(
  tx: Tx,
  { gateway, emails }: AutopayParts,
  { key, today, now }: DayOfAccount,
): Promise<void> {
  const { memberId, accountId } = key
  await lockMember(tx, memberId)
  const autopay = await findAutopay(tx, key)
  if (autopay === undefined || autopay.checked_on === today) return
  await noteAutopay(tx, key, { checked_on: today })
  const row = await findPremiumAccount(tx, memberId, accountId)
  const payer = await readPayer(tx, { memberId, scopes: null })
  if (row === undefined || row.state !== 'open' || row.auto_pay === true || typeof payer === 'string') return
  const account = await readAccount(tx, row, { today, planName: null, names: new Map(), gateway })
  const { dueOn } = account
  const isUnderWay = account.payments.some(({ state }) => underWay.includes(state))
  const { standing } = await readStanding(tx, row, { ...account, underWay: isUnderWay, today })
  if (dueOn === null || standing === null || isUnderWay) return
  const tell = (template: 'autopay-soon' | 'autopay-failed') => notifyOfMoney(tx, emails, { memberId, template, now })
  const { step, tries } = standing
  if (step.step === 'over-limit' && autopay.told_over_for !== dueOn) {
    await tell('autopay-failed')
    await noteAutopay(tx, key, { told_over_for: dueOn })
  }
  if (step.step === 'wait' && step.remind && autopay.told_for !== dueOn) {
    await tell('autopay-soon')
    await noteAutopay(tx, key, { told_for: dueOn })
  }
  if (step.step !== 'pay') return
  const method = await findMethod(tx, { memberId, methodId: autopay.method_id })
  if (method?.state !== 'saved' || method.gateway !== gateway) return
  const paymentId = uuidv7()
  await insertPayment(tx, {
    ...makePayment(
      { gateway: method.gateway, paymentId, amountCents: step.amountCents, returnTo: '', method },
      { memberId, accountId },
      { language: autopay.language, now },
    ),
    look_at: now,
    auto_due_on: dueOn,
    auto_try: tries + 1,
  })
  const event = { action: 'premium-payment.automatic', recordType: 'premium-payment', recordId: paymentId, memberId }
  await audit(tx, null, event, { origin: { address: 'autopay', requestId: uuidv7() }, now })
}

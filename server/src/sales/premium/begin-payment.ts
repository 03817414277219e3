import type { payPremium } from '@portico/contract/calls/premium'
import { type AmountProblem, amountProblem } from '@portico/rules/premium/payment'
import { demandPayer } from '../../member/member/payer.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import type { Gateway } from '../../platform/gateway/port.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { FinishedHandler } from '../../platform/http/stages.ts'
import { readNewest } from './ask-gateway.ts'
import type { MethodRow } from './method-store.ts'
import { makePayment } from './new-payment.ts'
import { requireOwnMethod } from './own-method.ts'
import type { PaymentParts } from './payment-parts.ts'
import { findPayment, insertPayment, listPayments, type PaymentRow, sumPaidSince, underWay } from './payment-store.ts'
import { toShownPayment } from './shown-payment.ts'
import { findPremiumAccount } from './store.ts'

/** We record the payment before the gateway learns of it, so that none is ever lost. */
export const beginPayment = (
  parts: PaymentParts,
): FinishedHandler<typeof payPremium, { readonly gateway: Gateway; readonly returnTo: string }, PaymentRow> => ({
  prepare: async ({ body }, { ownOrigin }) => {
    const { gateway } = parts
    if (gateway === null) throw new CallError('UNAVAILABLE')
    if (ownOrigin === null) throw new CallError('ORIGIN-REFUSED')
    return { gateway, returnTo: `${ownOrigin}/login/#/ebill?payment=${body.clientPaymentId}` }
  },
  handle: async ({ principal, body }, { now, language }, tx, { gateway, returnTo }) => {
    const { memberId } = principal
    const { billingAccountId: accountId, amountCents, clientPaymentId: paymentId, methodId } = body
    await lockMember(tx, memberId)
    const known = await findPayment(tx, { payerId: memberId, paymentId })
    if (known !== undefined) return leaveUnchanged(known)
    await demandPayer(tx, principal)
    const account = await findPremiumAccount(tx, memberId, accountId)
    if (account === undefined || account.state !== 'open') throw new CallError('NOT-FOUND')
    const others = await listPayments(tx, memberId, accountId, 100)
    if (others.some(({ state }) => underWay.includes(state))) throw new CallError('CONFLICT')
    const owed =
      account.balance_cents === null ? null : account.balance_cents - (await sumPaidSince(tx, memberId, accountId))
    const problem = amountProblem(amountCents, owed)
    if (problem !== null) throw fieldError('amountCents', codes[problem])
    const method = methodId === undefined ? undefined : await requireSavedMethod(tx, { gateway, principal, methodId })
    const row = makePayment(
      { gateway: gateway.name, paymentId, amountCents, returnTo, method },
      { memberId, accountId },
      { language, now },
    )
    await insertPayment(tx, row)
    return about(paymentId, row)
  },
  finish: async (row, _input, { now }) =>
    toShownPayment(row.state === 'created' || row.state === 'unknown' ? await readNewest(parts, row, now) : row),
})

/** Throws NOT-FOUND, and CONFLICT for a method that cannot pay, such as one just removed. */
async function requireSavedMethod(
  tx: Tx,
  {
    gateway,
    principal,
    methodId,
  }: { readonly gateway: Gateway; readonly principal: MemberPrincipal; readonly methodId: string },
): Promise<MethodRow> {
  const method = await requireOwnMethod(tx, principal, methodId)
  if (method.state !== 'saved' || method.gateway !== gateway.name) throw new CallError('CONFLICT')
  return method
}

const codes: Readonly<Record<AmountProblem, string>> = {
  'not-known': 'payment.not-known',
  'nothing-owed': 'payment.nothing-owed',
  'too-little': 'payment.too-little',
  'too-much': 'payment.too-much',
}

import type { BodyOf } from '@portico/contract/call'
import type { payPremium } from '@portico/contract/calls/premium'
import { type AmountProblem, amountProblem } from '@portico/rules/premium/payment'
import { demandPayer } from '../../member/member/payer.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import type { Gateway } from '../../platform/gateway/port.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { readNewest } from './ask-gateway.ts'
import { makePayment } from './new-payment.ts'
import type { PaymentParts } from './payment-parts.ts'
import { findPayment, insertPayment, listPayments, type PaymentRow, sumPaidSince, underWay } from './payment-store.ts'
import { toShownPayment } from './shown-payment.ts'
import { findPremiumAccount } from './store.ts'

export async function beginPayment(
  parts: PaymentParts,
  principal: MemberPrincipal,
  body: BodyOf<typeof payPremium>,
  context: CallContext,
) {
  const { gateway, database } = parts
  if (gateway === null) throw new CallError('UNAVAILABLE')
  const { ownOrigin } = context
  if (ownOrigin === null) throw new CallError('ORIGIN-REFUSED')
  const returnTo = `${ownOrigin}/login/#/ebill?payment=${body.clientPaymentId}`
  const row = await database.transaction((tx) => createPayment(tx, { gateway, principal, body, returnTo, context }))
  return toShownPayment(
    row.state === 'created' || row.state === 'unknown' ? await readNewest(parts, row, context.now) : row,
  )
}

interface NewPaymentParts {
  readonly gateway: Gateway
  readonly principal: MemberPrincipal
  readonly body: BodyOf<typeof payPremium>
  readonly returnTo: string
  readonly context: CallContext
}

/** The payment with that id: recorded before the gateway hears of it, so that none is ever lost. */
async function createPayment(
  tx: Tx,
  { gateway, principal, body, returnTo, context }: NewPaymentParts,
): Promise<PaymentRow> {
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
    account.balance_cents === null ? null : account.balance_cents - (await sumPaidSince(tx, memberId, accountId))
  const problem = amountProblem(amountCents, owed)
  if (problem !== null) throw fieldError('amountCents', codes[problem])
  const row = makePayment(
    { gateway: gateway.name, paymentId, amountCents, returnTo },
    { memberId, accountId },
    { language, now },
  )
  await insertPayment(tx, row)
  const event = { action: 'premium-payment.begin', recordType: 'premium-payment', recordId: paymentId }
  await audit(tx, principal, event, { origin, now })
  return row
}

const codes: Readonly<Record<AmountProblem, string>> = {
  'not-known': 'payment.not-known',
  'nothing-owed': 'payment.nothing-owed',
  'too-little': 'payment.too-little',
  'too-much': 'payment.too-much',
}

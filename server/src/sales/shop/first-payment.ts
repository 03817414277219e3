import type { payFirstPremium } from '@portico/contract/calls/shop'
import type { PlanLine } from '@portico/rules/shop/lines'
import type { Catalogues } from '../../brands/plans/catalogue.ts'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { FinishedHandler } from '../../platform/http/stages.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { FirstPremiums } from '../premium/first-premium.ts'
import { claimPayers, holdsApplicants } from './applicants.ts'
import { openContent } from './application.ts'
import { type Application, findByTicket, holdApplication, notePayment } from './store.ts'

/** Whether the first premium of an application can still be paid (SH-9). */
export function isPayable({ state, pay_by }: Application, now: Date): boolean {
  return state === 'pending' && easternDay(now) <= pay_by
}

/**
 * Begins the payment of a first premium, unless one is under way or done. Throws CHALLENGE-EXPIRED, CONFLICT if nothing is left to pay,
 * APPLIED-BEFORE if another application for someone on it was paid, UNAVAILABLE if payments are off, TOO-MANY-REQUESTS.
 */
export const payFirst = ({
  database,
  limits,
  firstPremiums,
  dataKey,
  catalogues,
}: {
  readonly database: Database
  readonly limits: Limits
  readonly firstPremiums: FirstPremiums
  readonly dataKey: DataKey
  readonly catalogues: Catalogues
}): FinishedHandler<
  typeof payFirstPremium,
  FirstPayment,
  { readonly enrollmentId: string; readonly paymentId: string }
> => ({
  around: (_input, { now, origin }, run) => limits.useTicket(origin.address, now, run),
  prepare: async ({ body }, { ownOrigin }) => {
    const row = await findByTicket(database.read, hashSecret(body.ticket))
    if (row === undefined) throw new CallError('CHALLENGE-EXPIRED')
    if (ownOrigin === null) throw new CallError('ORIGIN-REFUSED')
    const returnTo = `${ownOrigin}/${body.market === 'medicare' ? 'medicare' : 'shop'}/#/application`
    const line = (await catalogues.of(row.brand, row.plan_year))?.plan(row.plan_id)?.line ?? null
    return { enrollmentId: row.enrollment_id, returnTo, line }
  },
  handle: async ({ body: { clientPaymentId: paymentId } }, context, tx, { enrollmentId, returnTo, line }) => {
    const row = await holdApplication(tx, enrollmentId)
    if (row === undefined) throw new CallError('CHALLENGE-EXPIRED')
    if (row.payment_id !== null) return leaveUnchanged({ enrollmentId, paymentId: row.payment_id })
    // A request repeated after the payment failed still means the same payment.
    if (await firstPremiums.isKnown(tx, enrollmentId, paymentId)) return leaveUnchanged({ enrollmentId, paymentId })
    if (!isPayable(row, context.now)) throw new CallError('CONFLICT')
    await claimPeople(tx, dataKey, row, line)
    const first = { enrollmentId, paymentId, amountCents: row.first_premium_cents, returnTo }
    await firstPremiums.create(tx, first, context)
    await notePayment(tx, enrollmentId, paymentId)
    return about(enrollmentId, { enrollmentId, paymentId }, { by: null })
  },
  finish: async ({ enrollmentId, paymentId }, _input, { now }) => {
    const payment = await firstPremiums.newest(enrollmentId, paymentId, now)
    if (payment === null) throw new Error('A payment was begun and is not there.')
    return payment
  },
})

interface FirstPayment {
  readonly enrollmentId: string
  /** The kind of plan; null: it is no longer sold. */
  readonly line: PlanLine | null
  /** Where the gateway's page leads back to. */
  readonly returnTo: string
}

/** Makes sure that nobody on an application is on another one that is paid. Throws APPLIED-BEFORE. */
async function claimPeople(tx: Tx, dataKey: DataKey, row: Application, line: PlanLine | null): Promise<void> {
  const { enrollment_id: enrollmentId, brand, plan_year: planYear, account_id: accountId } = row
  const content = openContent(dataKey, row)
  // Nobody can apply again for a plan that is no longer sold.
  if (line === null || (await holdsApplicants(tx, enrollmentId, content))) return
  await claimPayers(tx, dataKey, { brand, planYear, line, content, enrollmentId, accountId })
}

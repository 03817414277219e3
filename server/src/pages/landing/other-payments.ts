import type { PayloadOf } from '@portico/contract/call'
import type { nextSteps } from '@portico/contract/calls/next-steps'
import { isPending } from '../../member/coverage/standing-of.ts'
import { buildCoverage } from '../../member/member/coverage.ts'
import { readPayer } from '../../member/member/payer.ts'
import { type Coverage, type Product, selectCoverages, selectProducts } from '../../member/member/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { part, together } from '../../platform/db/together.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { nextPaymentOfOther, premiumParts } from '../../sales/premium/next-payment.ts'

type Step = PayloadOf<typeof nextSteps>['steps'][number]
type Payment = Extract<Step, { readonly kind: 'payment' }>

/**
 * What the payer owes for groups other than the selected one, whose payment has its own card on the page: a first payment that nobody
 * collects automatically, and what is overdue (MP-1).
 */
export async function readOtherPayments(
  tx: Tx,
  principal: MemberPrincipal,
  { cookies, now }: Pick<CallContext, 'cookies' | 'now'>,
): Promise<Payment[]> {
  const rows = await together(tx, {
    ...premiumParts(tx, principal.memberId),
    coverages: part(selectCoverages(tx, principal.memberId)),
    products: part(selectProducts(tx, principal.memberId)),
  })
  const { selected } = buildCoverage(principal, cookies, rows)
  const others = rows.coverages.filter((coverage) => selected !== null && !belongsTo(selected)(coverage))
  if (others.length === 0 || rows.accounts.length === 0) return []
  if (typeof (await readPayer(tx, principal)) === 'string') return []
  const today = easternDay(now)
  return others.flatMap((coverage): Payment[] => {
    const group = { clientNumber: coverage.client_number, groupNumber: coverage.group_number }
    const pending = isPending(coverage, rows.products.filter(belongsTo(coverage)), today)
    const owed = nextPaymentOfOther(rows, group, { today, isFirst: pending })
    if (owed === null) return []
    const { dueDate: dueOn, amountCents, overdueCents, autoPay, graceLastDay: lastDay } = owed.payment
    const isFirst = !autoPay && pending
    if (!isFirst && dueOn >= today) return []
    const stage = isFirst ? 'first' : 'late'
    const { accountId } = owed
    const planName = coverage.plan_name
    return [{ kind: 'payment', accountId, planName, stage, amountCents, overdueCents, dueOn, lastDay }]
  })
}

const belongsTo = (group: Coverage) => (one: Coverage | Product) =>
  one.client_number === group.client_number && one.group_number === group.group_number

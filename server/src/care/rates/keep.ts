import type { BodyOf } from '@portico/contract/call'
import type { keepEstimate, keptEstimates } from '@portico/contract/calls/cost'
import { maySeeFamily } from '../../member/member/readers.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { estimate, hideFamily, type Kept, readAbout, showCost } from './about.ts'
import { countKept, insertKept, listKept, mayKeep } from './kept-store.ts'
import type { CareCostParts } from './parts.ts'
import { readMemberPlan } from './plan-scope.ts'
import { listPrices, type PriceScope } from './price-store.ts'

/** Stores an estimate as it is now; the same id again returns the stored one. */
export const storeEstimate =
  (parts: CareCostParts): AuditedHandler<typeof keepEstimate> =>
  async ({ principal, body: of }, { now, language }, tx) => {
    const { memberId } = principal
    const known = await mayKeep(tx, memberId, of.estimateId)
    if (known === 'full') throw new CallError('TOO-MANY-REQUESTS')
    if (known !== 'new') return leaveUnchanged(known)
    const { plan, scope } = await readMemberPlan(tx, memberId, now)
    const shown = await readAbout(parts, tx, { plan, scope, of, now, language })
    const kept = {
      estimateId: of.estimateId,
      ...shown,
      ...(await priceOne(parts, tx, scope, of, shown, { now, language })),
    }
    await insertKept(tx, memberId, kept, now)
    return about(of.estimateId, kept)
  }

export const readKept: AuditedHandler<typeof keptEstimates> = async ({ principal }, { now }, tx) => {
  const { memberId } = principal
  const kept = await listKept(tx, memberId)
  const estimates = (await maySeeFamily(tx, principal, now)) ? kept : kept.map(hideFamily)
  return { estimates, total: await countKept(tx, memberId) }
}

async function priceOne(
  { whereabouts }: CareCostParts,
  tx: Tx,
  scope: PriceScope,
  { provider, basis, bill, quoteCents }: BodyOf<typeof keepEstimate>,
  about: Pick<Kept, 'service' | 'benefit' | 'balances'>,
  { now, language }: Pick<CallContext, 'now' | 'language'>,
): Promise<Pick<Kept, 'network' | 'cost'>> {
  if (provider !== null) {
    const today = easternDay(now)
    const { rows } = await listPrices(tx, scope, { ...about.service, today, provider, alone: true })
    const row = rows.find((one) => basis === null || (one.basis === basis && one.bill === bill))
    if (row === undefined) throw new CallError('NOT-FOUND')
    // Stored under the name that the list showed.
    const npis = row.npi === null ? [] : [row.npi]
    const places = await whereabouts.find(tx, npis, { brand: scope.brand, zip: null, language, today })
    const name = places.get(row.npi ?? '')?.name ?? row.name
    return { network: 'in', cost: showCost({ ...row, name }, about) }
  }
  // The allowed amount out of network is unknown, so the estimate takes the whole bill.
  const price = quoteCents === null ? null : { lowCents: quoteCents, highCents: quoteCents }
  const cost = { provider: '', npi: null, name: null, basis: 'service' as const, bill: null, price, percent: null }
  return { network: 'out', cost: { ...cost, estimate: estimate('out', price, about) } }
}

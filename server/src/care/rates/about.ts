import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { careCost, keepEstimate } from '@portico/contract/calls/cost'
import type { Language } from '@portico/contract/page'
import { type Estimate, estimateCost } from '@portico/rules/cost/estimate'
import { benefitOfService } from '@portico/rules/cost/service-kind'
import { benefitRows } from '../../member/coverage/benefit-rows.ts'
import { chooseSpokenName } from '../../member/coverage/care-names.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CareCostParts } from './parts.ts'
import type { MemberPlan } from './plan-scope.ts'
import { findPricedService, type PriceRow, type PriceScope, pricesDay } from './price-store.ts'

export type Kept = PayloadOf<typeof keepEstimate>

/** Everything that does not depend on the provider. */
export async function readAbout(
  { hcpcs }: CareCostParts,
  tx: Tx,
  from: {
    readonly plan: MemberPlan | null
    readonly scope: PriceScope
    readonly of: Pick<BodyOf<typeof careCost>, 'type' | 'code' | 'benefit'>
    readonly now: Date
    readonly language: Language
  },
): Promise<Pick<Kept, 'service' | 'plan' | 'benefit' | 'balances' | 'countedAsOf' | 'pricesOf' | 'at'>> {
  const { plan, scope, of, now, language } = from
  const code = { type: of.type, code: of.code.toUpperCase() }
  const priced = await findPricedService(tx, scope, code)
  const listed = code.type === 'HCPCS' ? hcpcs.find(code.code) : undefined
  const found = priced ?? (listed && { ...listed, parts: [] })
  if (found === undefined) throw new CallError('NOT-FOUND')
  const rows = listBenefits(plan)
  const said = of.benefit
  const chosen = said && rows.find((row) => row.service === said.service && row.section === said.section)
  if (said !== null && chosen === undefined) throw new CallError('NOT-FOUND')
  const service = {
    ...found,
    ...chooseSpokenName(found.name, language),
    priced: priced !== undefined,
    parts: found.parts.map(({ description, ...code }) => {
      const { name, spoken } = chooseSpokenName(description, language)
      return { ...code, description: name, spoken }
    }),
  }
  return {
    service,
    plan: plan === null ? null : { name: plan.name, year: plan.year.period },
    benefit: chosen ?? benefitOfService(found, rows),
    balances: plan === null ? [] : plan.balances,
    countedAsOf: plan?.countedAsOf?.toISOString() ?? null,
    pricesOf: await pricesDay(tx, scope, code),
    at: now.toISOString(),
  }
}

/** Only the family sees family totals. */
export function hideFamily<Shown extends Pick<Kept, 'balances'>>(shown: Shown): Shown {
  return { ...shown, balances: shown.balances.filter(({ holder }) => holder === 'person') }
}

export function listBenefits(plan: MemberPlan | null) {
  return benefitRows(plan?.year.plan?.benefits ?? [])
}

export function showCost(row: PriceRow, about: Pick<Kept, 'benefit' | 'balances'>): NonNullable<Kept['cost']> {
  const { provider, npi, name, basis, bundle, bill, low, high, note } = row
  const price = basis === 'share' ? null : { lowCents: low, highCents: high }
  const percent = basis === 'share' ? high / 100 : null
  return { provider, npi, name, basis, bundle, bill, price, percent, note, estimate: estimate('in', price, about) }
}

export function estimate(
  network: 'in' | 'out',
  allowed: { readonly lowCents: number; readonly highCents: number } | null,
  { benefit, balances }: Pick<Kept, 'benefit' | 'balances'>,
): Estimate {
  return estimateCost({ network, benefit: benefit?.[network] ?? null, balances, allowed })
}

import type { BodyOf, PayloadOf } from '@portico/contract/call'
import { careCost, findServices, keepEstimate, keptEstimates } from '@portico/contract/calls/cost'
import type { Language } from '@portico/contract/page'
import { type Estimate, estimateCost } from '@portico/rules/cost/estimate'
import { benefitOfService } from '@portico/rules/cost/service-kind'
import { benefitRows } from '../../member/coverage/benefit-rows.ts'
import { spanishName, spokenName } from '../../member/coverage/care-names.ts'
import { findHomeZip } from '../../member/member/contract.ts'
import { audit, auditMember } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { WhereaboutsOf } from '../finder/whereabouts.ts'
import { type HcpcsList, plainName } from './hcpcs.ts'
import { countKept, insertKept, listKept, mayKeep } from './kept-store.ts'
import { type MemberPlan, readMemberPlan } from './plan-scope.ts'
import {
  findPricedService,
  listPricedServices,
  listPrices,
  type PriceRow,
  type PriceScope,
  pricesDay,
  pricesVersion,
} from './price-store.ts'
import { indexServices, type ServiceIndex } from './service-search.ts'

type Kept = PayloadOf<typeof keepEstimate>

/** How many search indexes are kept, by the files they are made from. */
const maxIndexes = 20

/** What care costs a member before they go (MP-26). */
export function bindCareCosts(
  binder: Binder,
  parts: {
    readonly database: Database
    readonly hcpcs: HcpcsList
    readonly whereabouts: WhereaboutsOf
  },
): void {
  const { database, hcpcs, whereabouts } = parts
  const indexes = new Map<string, ServiceIndex>()

  binder.bind(findServices, ({ principal, body }, { origin, now, language }) =>
    database.transaction(async (tx) => {
      const { memberId } = principal
      await auditMember(tx, principal, 'cost.search', { origin, now })
      const { scope } = await readMemberPlan(tx, memberId, now)
      const services = (await indexOf(tx, scope)).find(body.search)
      return { services: services.map((one) => ({ ...one, ...spokenName(one.name, language) })) }
    }),
  )

  binder.bind(careCost, ({ principal, body: of }, { origin, now, language }) =>
    database.snapshot(async (tx) => {
      const { memberId } = principal
      await auditMember(tx, principal, 'cost.read', { origin, now })
      const { plan, scope } = await readMemberPlan(tx, memberId, now)
      const about = await readAbout(tx, { plan, scope, of, now, language })
      const today = easternDay(now)
      // Distances from home are only for the member.
      const zip = principal.scopes === null ? await findHomeZip(tx, memberId) : null
      const where = { brand: scope.brand, zip, language, today }
      const nearness = of.sort === 'distance' ? await whereabouts.nearness(tx, where) : null
      const { rows, total } = await listPrices(tx, scope, {
        ...about.service,
        today,
        provider: of.provider,
        nearness,
      })
      const places = await whereabouts.find(
        tx,
        rows.flatMap(({ npi }) => npi ?? []),
        where,
      )
      const at = ({ npi }: PriceRow) => (npi === null ? null : (places.get(npi) ?? null))
      const placed = new Map(rows.flatMap((row) => (at(row) === null ? [] : [[row.provider, at(row)]])))
      return {
        ...seenBy(principal, about),
        benefits: benefitsOf(plan).map(({ section, service }) => ({ section, service })),
        providers: rows.map((row) => ({ ...providerCost(row, about), at: at(row) })),
        map: await whereabouts.map(
          [...placed.values()].flatMap((one) => one ?? []),
          where,
        ),
        place: whereabouts.nameOf(where),
        total,
      }
    }),
  )

  // Stores an estimate as it is now; the same id again returns the stored one.
  binder.bind(keepEstimate, ({ principal, body: of }, { origin, now, language }) =>
    database.transaction(async (tx) => {
      const { memberId } = principal
      const known = await mayKeep(tx, memberId, of.estimateId)
      if (known === 'full') throw new CallError('TOO-MANY-REQUESTS')
      if (known !== 'new') return known
      const { plan, scope } = await readMemberPlan(tx, memberId, now)
      const about = await readAbout(tx, { plan, scope, of, now, language })
      const kept = {
        estimateId: of.estimateId,
        ...about,
        ...(await costOfOne(tx, scope, of, about, { now, language })),
      }
      await insertKept(tx, memberId, kept, now)
      const record = { recordType: 'cost-estimate', recordId: of.estimateId, memberId }
      await audit(tx, principal, { action: 'cost.keep', ...record }, { origin, now })
      return kept
    }),
  )

  binder.bind(keptEstimates, ({ principal }, { origin, now }) =>
    database.transaction(async (tx) => {
      const { memberId } = principal
      await auditMember(tx, principal, 'cost.kept', { origin, now })
      const estimates = await listKept(tx, memberId)
      return { estimates: estimates.map((one) => seenBy(principal, one)), total: await countKept(tx, memberId) }
    }),
  )

  async function indexOf(tx: Tx, scope: PriceScope): Promise<ServiceIndex> {
    const key = `${scope.brand} ${await pricesVersion(tx, scope)}`
    const known = indexes.get(key)
    if (known !== undefined) return known
    const priced = await listPricedServices(tx, scope)
    const codes = new Set(priced.map(({ type, code }) => `${type} ${code}`))
    const others = hcpcs.named().filter(({ type, code }) => !codes.has(`${type} ${code}`))
    const all = [
      ...priced.filter(hcpcs.isInPlainWords).map((one) => ({ ...one, priced: true })),
      ...others.map((one) => ({ ...one, priced: false })),
    ]
    const index = await indexServices(
      all.map((one) => ({ ...one, plain: plainName(one), inSpanish: spanishName(plainName(one) ?? one.name) })),
      hcpcs.find,
    )
    for (const oldest of [...indexes.keys()].slice(0, Math.max(0, indexes.size - maxIndexes + 1)))
      indexes.delete(oldest)
    indexes.set(key, index)
    return index
  }

  /** Everything that does not depend on who gives the care. */
  async function readAbout(
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
    const rows = benefitsOf(plan)
    const said = of.benefit
    const chosen = said && rows.find((row) => row.service === said.service && row.section === said.section)
    if (said !== null && chosen === undefined) throw new CallError('NOT-FOUND')
    const service = {
      ...found,
      ...spokenName(found.name, language),
      priced: priced !== undefined,
      parts: found.parts.map(({ description, ...code }) => {
        const { name, spoken } = spokenName(description, language)
        return { ...code, description: name, spoken }
      }),
    }
    return {
      service,
      plan: plan === null ? null : { name: plan.name, year: plan.year.period },
      benefit: chosen ?? benefitOfService(found, rows),
      balances: plan === null ? [] : plan.balances,
      countedAsOf: plan?.countedAsOf?.toISOString() ?? null,
      pricesOf: await pricesDay(tx, scope),
      at: now.toISOString(),
    }
  }

  async function costOfOne(
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
      // Kept under the name that the list showed.
      const npis = row.npi === null ? [] : [row.npi]
      const places = await whereabouts.find(tx, npis, { brand: scope.brand, zip: null, language, today })
      const name = places.get(row.npi ?? '')?.name ?? row.name
      return { network: 'in', cost: providerCost({ ...row, name }, about) }
    }
    // The allowed amount out of network is unknown, so the estimate takes the whole bill.
    const price = quoteCents === null ? null : { lowCents: quoteCents, highCents: quoteCents }
    const cost = { provider: '', npi: null, name: null, basis: 'service' as const, bill: null, price, percent: null }
    return { network: 'out', cost: { ...cost, estimate: estimateOf('out', price, about) } }
  }
}

/** Family totals are for the member alone. */
function seenBy<Shown extends Pick<Kept, 'balances'>>({ scopes }: MemberPrincipal, shown: Shown): Shown {
  return scopes === null ? shown : { ...shown, balances: shown.balances.filter(({ holder }) => holder === 'person') }
}

function benefitsOf(plan: MemberPlan | null) {
  return benefitRows(plan?.year.plan?.benefits ?? [])
}

function providerCost(row: PriceRow, about: Pick<Kept, 'benefit' | 'balances'>): NonNullable<Kept['cost']> {
  const { provider, npi, name, basis, bill, low, high } = row
  const price = basis === 'share' ? null : { lowCents: low, highCents: high }
  const percent = basis === 'share' ? high / 100 : null
  return { provider, npi, name, basis, bill, price, percent, estimate: estimateOf('in', price, about) }
}

function estimateOf(
  network: 'in' | 'out',
  allowed: { readonly lowCents: number; readonly highCents: number } | null,
  { benefit, balances }: Pick<Kept, 'benefit' | 'balances'>,
): Estimate {
  return estimateCost({ network, benefit: benefit?.[network] ?? null, balances, allowed })
}

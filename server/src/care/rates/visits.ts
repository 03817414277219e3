import type { PayloadOf } from '@portico/contract/call'
import type { visitCosts } from '@portico/contract/calls/cost'
import { benefitOfService } from '@portico/rules/cost/service-kind'
import { visitKinds } from '@portico/rules/cost/visits'
import { easternDay } from '../../platform/day.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { estimate, listBenefits } from './about.ts'
import type { CareCostParts } from './parts.ts'
import { readMemberPlan } from './plan-scope.ts'
import { listVisitPrices } from './price-store.ts'

type Visit = PayloadOf<typeof visitCosts>['visits'][number]

/**
 * What a visit costs the member at each provider that has a price for one: the most usual kind of visit that the provider offers
 * (MP-26).
 */
export const readVisitCosts =
  ({ indexes }: CareCostParts): AuditedHandler<typeof visitCosts> =>
  async ({ principal, body: { npis } }, { now }, tx) => {
    const { plan, scope } = await readMemberPlan(tx, principal.memberId, now)
    const services = (await indexes.read(tx, scope)).visits
    const prices = await listVisitPrices(tx, scope, { services, npis: [...new Set(npis)], today: easternDay(now) })
    const benefits = listBenefits(plan)
    const balances = plan?.balances ?? []
    const visits = [...Map.groupBy(prices, ({ npi }) => npi)].flatMap(([npi, rows]): Visit[] => {
      const named = rows.flatMap((row) => {
        const service = services.find(({ type, code }) => type === row.type && code === row.code)
        return service === undefined ? [] : { ...row, service }
      })
      const kind = visitKinds.find((one) => named.some(({ service }) => service.kind === one))
      const ofKind = named.filter(({ service }) => service.kind === kind)
      const [first] = ofKind
      if (kind === undefined || first === undefined) return []
      const price = {
        lowCents: Math.min(...ofKind.map(({ low }) => low)),
        highCents: Math.max(...ofKind.map(({ high }) => high)),
      }
      const benefit = benefitOfService(first.service, benefits)
      return [{ npi, kind, price, estimate: estimate('in', price, { benefit, balances }) }]
    })
    return { visits }
  }

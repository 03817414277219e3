import { createHash } from 'node:crypto'
import type { PayloadOf } from '@portico/contract/call'
import type { benefits } from '@portico/contract/calls/coverage'
import type { YearLimit } from '@portico/rules/coverage/balances'
import { type PlanKind, planKinds } from '@portico/rules/coverage/plan-kind'
import { findServiceKind } from '@portico/rules/coverage/service-kind'
import { type Coverage, coversDay, type Member, type Product } from '../member/contract.ts'
import { kindOfProduct } from './plan-year.ts'
import type { Plan } from './store.ts'

export type IdCard = PayloadOf<typeof benefits>['cards'][number]
type Copays = IdCard['copays']

const copayKinds = ['primary', 'specialist', 'urgent', 'emergency'] as const

/** In-network visit costs: from the member's own coverage, or else from the plan's benefits. */
export function listCopays(coverage: Pick<Coverage, 'copays'>, plan: Pick<Plan, 'benefits'> | null): Copays {
  return copayKinds.flatMap((kind) => {
    const benefit = plan?.benefits.find(
      ({ service, network, copayCents }) =>
        network === 'in' && copayCents !== null && findServiceKind(service) === kind,
    )
    const cents = coverage.copays[kind] ?? benefit?.copayCents
    return cents === undefined || cents === null ? [] : [{ kind, cents }]
  })
}

/** The full cost of an in-network emergency room: a copay alone may hide a coinsurance, or that the deductible comes first. */
export function findEmergency(
  coverage: Pick<Coverage, 'copays'>,
  plan: Pick<Plan, 'benefits'> | null,
): IdCard['emergency'] {
  const benefit = plan?.benefits.find(
    ({ service, network }) => network === 'in' && findServiceKind(service) === 'emergency',
  )
  const own = coverage.copays.emergency ?? null
  if (benefit === undefined && own === null) return null
  return {
    covered: benefit?.covered ?? null,
    copayCents: own ?? benefit?.copayCents ?? null,
    coinsurance: benefit?.coinsurance ?? null,
    deductibleApplies: benefit?.deductibleApplies ?? null,
  }
}

/** The limits of a year as a card shows them, without the amounts used. */
export function toCardLimits(limits: readonly YearLimit[]): IdCard['limits'] {
  return limits.map(({ kind, network, holder, limitCents }) => ({ kind, network, holder, limitCents }))
}

export function toRx({ rx_bin: bin, rx_pcn: pcn, rx_group: group }: Coverage): IdCard['rx'] {
  return bin && pcn && group ? { bin, pcn, group } : null
}

/** The kinds of coverage that products include. */
export function listPlanKinds(products: readonly Product[]): PlanKind[] {
  const kinds = new Set(
    products.flatMap((one) => [kindOfProduct(one), ...(one.drug_coverage ? ['drug' as const] : [])]),
  )
  return planKinds.filter((kind) => kinds.has(kind))
}

/** The kinds of coverage in someone's plans in force on a day; empty: no plan is in force. */
export function listOwnKinds(
  { products }: { readonly products: readonly Product[] },
  memberId: string,
  day: string,
): PlanKind[] {
  return listPlanKinds(products.filter((one) => one.member_id === memberId && coversDay(one, day)))
}

/** The card, with the pharmacy numbers if a medical plan covers drugs too. */
interface CardSource {
  readonly coverage: Coverage
  readonly product: Product
  readonly plan: Plan | null
  readonly limits: readonly YearLimit[]
}

/** The ID cards of someone's plans in force: one per plan, and one for the pharmacy if its numbers are known. */
export function buildCards(person: Member, own: boolean, sources: readonly CardSource[]): IdCard[] {
  return sources.flatMap(({ coverage, product, plan, limits }) => {
    const kind = kindOfProduct(product)
    const rx = product.drug_coverage ? toRx(coverage) : null
    const about = {
      firstName: person.first_name,
      lastName: person.last_name,
      own,
      memberNumber: person.member_number,
      groupNumber: coverage.group_number,
      planName: product.product_name,
    }
    const card = (of: PlanKind): IdCard => ({
      ...about,
      cardId: computeCardId([
        person.member_id,
        coverage.client_number,
        coverage.group_number,
        product.product_name,
        of,
      ]),
      kind: of,
      coverageKinds: of === kind ? listPlanKinds([product]) : [of],
      rx,
      copays: of === 'medical' ? listCopays(coverage, plan) : [],
      limits: of === kind ? toCardLimits(limits) : [],
      emergency: of === 'medical' ? findEmergency(coverage, plan) : null,
    })
    return kind !== 'drug' && rx !== null ? [card(kind), card('drug')] : [card(kind)]
  })
}

/** Always the same for the same card, without revealing anything about it. */
function computeCardId(parts: readonly string[]): string {
  const hex = createHash('sha256')
    .update(['card', ...parts].join('\0'))
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

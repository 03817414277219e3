import type { PayloadOf } from '@portico/contract/call'
import type { shopPlan } from '@portico/contract/calls/shop'
import type { shopCare } from '@portico/contract/calls/shop-care'
import type { Language } from '@portico/contract/page'
import { careLevels, yearCents } from '@portico/rules/shop/care-level'
import type { Service } from '@portico/rules/shop/cost-share'
import { findOutOfPocket } from '@portico/rules/shop/limits'
import { listComparedServices, type Market } from '@portico/rules/shop/lines'
import type { PricedPlan } from '@portico/rules/shop/price-plan'
import type { Block } from '../../platform/pdf/blocks.ts'
import type { PdfOptions, Sender } from '../../platform/pdf/document.ts'
import type { NamedCare } from './care.ts'
import { planAmounts, shopTexts } from './document-texts.ts'
import type { QuotedPlan } from './quote.ts'
import type { County } from './territory.ts'

export interface ComparisonJob {
  readonly kind: 'comparison'
  readonly plans: readonly ComparedPlan[]
  readonly planYear: number
  readonly county: County
  readonly market: Market
  readonly ages: readonly number[]
  /** How each plan covers someone's doctors and drugs (SH-4), in their order; null if none are given. */
  readonly care: (NamedCare & PayloadOf<typeof shopCare>) | null
  /** The marketplace whose credit the prices include; null: full prices (SH-5). */
  readonly creditFrom: string | null
  readonly sender: Sender
  readonly language: Language
  readonly now: Date
}

/** A plan at the price and on the terms of the comparison. */
export type ComparedPlan = PricedPlan<QuotedPlan> & { readonly benefits: PayloadOf<typeof shopPlan>['benefits'] }

/** Plans side by side (SH-6), with the content and words of the page. */
export function composeComparison(job: ComparisonJob): {
  readonly blocks: readonly Block[]
  readonly options: PdfOptions
} {
  const { plans, language, sender, county, planYear, ages, now } = job
  const say = shopTexts(language)
  const { amount: money, deductible, limit, share } = planAmounts(language)
  const row = (label: string, cell: (plan: ComparedPlan) => string) => ({ cells: [label, ...plans.map(cell)] })
  const findShare = (service: Service) => (plan: ComparedPlan) =>
    share(plan.benefits.find((one) => one.service === service)?.inNetwork ?? null)
  const isMedicare = job.market === 'medicare'
  const shown = {
    year: planYear,
    county: county.name,
    state: county.state,
    people: say('people', { count: ages.length, ages: ages.join(', ') }),
  }
  const first = 0.28
  const blocks: Block[] = [
    { kind: 'title', text: say('title') },
    { kind: 'text', text: say('about', shown) },
    { kind: 'text', text: say('order') },
    {
      kind: 'table',
      columns: [
        { text: say('question'), width: first },
        ...plans.map(({ name }) => ({ text: name, width: (1 - first) / plans.length })),
      ],
      rows: [
        row(say(job.creditFrom === null ? 'premium' : 'premium-credit'), ({ monthCents }) => money(monthCents)),
        ...(job.creditFrom === null ? [] : [row(say('premium'), ({ premiumCents }) => money(premiumCents))]),
        row(say('deductible'), (plan) => deductible(plan, plan.line, ages.length)),
        row(say('outOfPocket'), (plan) => limit(findOutOfPocket(plan, plan.line, ages.length))),
        ...listComparedServices(job.market).map((service) => row(say(`service-${service}`), findShare(service))),
        row(say('network'), ({ networkType, tiered }) =>
          [say(networkType === null ? 'unknown' : `network.${networkType}`), ...(tiered ? [say('tiered')] : [])].join(
            ' · ',
          ),
        ),
        isMedicare
          ? row(say('stars'), ({ halfStars }) => (halfStars === null ? say('unknown') : String(halfStars / 2)))
          : row(say('metal'), ({ metal }) => say(metal === null ? 'none' : `metal.${metal}`)),
        ...careLevels.map((level) => row(say(`care-${level}`), (plan) => money(yearCents(plan, level)))),
        ...buildCareRows(),
      ],
    },
    { kind: 'text', text: say('care') },
    ...(job.care === null ? [] : [{ kind: 'text', text: say('covered') } as const]),
    { kind: 'text', text: job.creditFrom === null ? say('estimate') : say('credit', { exchange: job.creditFrom }) },
    ...(plans.some(({ reduction }) => reduction !== null) ? [{ kind: 'text', text: say('reduced') } as const] : []),
    ...(isMedicare ? [{ kind: 'text', text: say('medicare') } as const] : []),
  ]
  const footer = (page: number) => say('page', { brand: sender.name, page })
  return { blocks, options: { title: say('title'), language, createdAt: now, sender, footer } }

  function buildCareRows() {
    const { doctors = [], drugs = [], plans: told = [] } = job.care ?? {}
    const findStanding = ({ planId }: ComparedPlan) => told.find((one) => one.planId === planId)
    return [
      ...doctors.map(({ name }, at) =>
        row(say('doctor', { name }), (plan) => say(`doctor-${findStanding(plan)?.doctors[at] ?? 'unknown'}`)),
      ),
      ...drugs.map(({ name }, at) =>
        row(say('drug', { name }), (plan) => {
          const standing = findStanding(plan)
          if (standing?.drugs === null) return say('drug-none')
          const drug = standing?.drugs[at]
          if (drug?.standing !== 'listed') return say(`drug-${drug?.standing ?? 'unknown'}`)
          const { tier, tierName } = drug
          return say('drug-listed', { tier: tier === null ? (tierName ?? say('tier-unknown')) : say(`tier-${tier}`) })
        }),
      ),
    ]
  }
}

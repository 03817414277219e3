import type { Language } from '@portico/contract/page'
import type { Market } from '@portico/rules/shop/lines'
import { type CareLevel, careLevels } from '@portico/rules/shop/year-cost'
import type { Block } from '../pdf/blocks.ts'
import type { PdfOptions, Sender } from '../pdf/document.ts'
import { shopTexts, wholeMoney } from './document-texts.ts'
import type { QuotedPlan } from './quote.ts'
import type { County } from './territory.ts'

export interface ComparisonJob {
  readonly kind: 'comparison'
  readonly plans: readonly QuotedPlan[]
  readonly planYear: number
  readonly county: County
  readonly market: Market
  readonly ages: readonly number[]
  readonly sender: Sender
  readonly language: Language
  readonly now: Date
}

/** Plans side by side (SH-6), with the content and words of the page. */
export function composeComparison(job: ComparisonJob): {
  readonly blocks: readonly Block[]
  readonly options: PdfOptions
} {
  const { plans, language, sender, county, planYear, ages, now } = job
  const say = shopTexts(language)
  const amount = wholeMoney(language)
  const money = (cents: number | null) => (cents === null ? say('unknown') : amount(cents))
  const row = (label: string, cell: (plan: QuotedPlan) => string) => ({ cells: [label, ...plans.map(cell)] })
  const yearOf = (level: CareLevel) => (plan: QuotedPlan) => {
    const care = plan.careCents[level]
    return money(plan.premiumCents === null || care === null ? null : plan.premiumCents * 12 + care)
  }
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
        row(say('premium'), ({ premiumCents }) => money(premiumCents)),
        row(say('deductible'), ({ deductibleCents }) => money(deductibleCents)),
        row(say('outOfPocket'), ({ outOfPocketCents }) => money(outOfPocketCents)),
        row(say('network'), ({ networkType }) => say(networkType === null ? 'unknown' : `network.${networkType}`)),
        isMedicare
          ? row(say('stars'), ({ halfStars }) => (halfStars === null ? say('unknown') : String(halfStars / 2)))
          : row(say('metal'), ({ metal }) => say(metal === null ? 'none' : `metal.${metal}`)),
        ...careLevels.map((level) => row(say(`care-${level}`), yearOf(level))),
      ],
    },
    { kind: 'text', text: say('care') },
    { kind: 'text', text: say('estimate') },
    ...(isMedicare ? [{ kind: 'text', text: say('medicare') } as const] : []),
  ]
  const footer = (page: number) => say('page', { brand: sender.name, page })
  return { blocks, options: { title: say('title'), language, createdAt: now, sender, footer } }
}

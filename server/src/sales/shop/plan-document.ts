import type { PayloadOf } from '@portico/contract/call'
import type { shopPlan } from '@portico/contract/calls/shop'
import type { Language } from '@portico/contract/page'
import type { CostShare } from '@portico/rules/shop/cost-share'
import { toMarket } from '@portico/rules/shop/lines'
import type { Block } from '../../platform/pdf/blocks.ts'
import type { PdfOptions, Sender } from '../../platform/pdf/document.ts'
import { shopTexts, wholeMoney } from './document-texts.ts'

export interface PlanJob {
  readonly kind: 'plan'
  readonly plan: PayloadOf<typeof shopPlan>
  readonly sender: Sender
  readonly language: Language
  readonly now: Date
}

/** What a plan pays (SH-3), in the words of its page; unknown amounts are marked as unknown, never shown as zero. */
export function composePlan({ plan, sender, language, now }: PlanJob): {
  readonly blocks: readonly Block[]
  readonly options: PdfOptions
} {
  const say = shopTexts(language)
  const money = wholeMoney(language)
  const amount = (cents: number | null) => (cents === null ? say('unknown') : money(cents))
  const share = (one: CostShare | null): string => {
    if (one === null) return say('unknown')
    if (!one.covered) return say('share-none')
    const { copayCents, coinsurance, per } = one
    const parts = [
      ...(copayCents === null
        ? []
        : [copayCents === 0 ? say('share-free') : say(`share-${per}`, { amount: money(copayCents) })]),
      ...(coinsurance === null ? [] : [say('share-percent', { percent: coinsurance })]),
    ]
    const words = parts.join(', ') || say('unknown')
    return one.afterDeductible ? say('share-after', { share: words }) : words
  }
  const field = (label: string, cents: number | null) => ({ kind: 'field', label, value: amount(cents) }) as const
  const blocks: Block[] = [
    { kind: 'title', text: say('summary-title') },
    { kind: 'text', text: say('summary-about', { plan: plan.name, year: plan.planYear, planId: plan.planId }) },
    field(say('deductible'), plan.deductibleCents),
    field(say('summary-family'), plan.deductibleFamilyCents),
    field(say('outOfPocket'), plan.outOfPocketCents),
    field(say('summary-most-family'), plan.outOfPocketFamilyCents),
    { kind: 'heading', text: say('summary-costs') },
    plan.benefits.length === 0
      ? { kind: 'text', text: say('summary-none') }
      : {
          kind: 'table',
          columns: [
            { text: say('summary-service'), width: 0.44 },
            { text: say('summary-in'), width: 0.28 },
            { text: say('summary-out'), width: 0.28 },
          ],
          rows: plan.benefits.map(({ service, name, limit, inNetwork, outOfNetwork }) => ({
            cells: [
              [service === null ? name : say(`service-${service}`), limit].filter(Boolean).join(', '),
              share(inNetwork),
              share(outOfNetwork),
            ],
          })),
        },
    { kind: 'text', text: say('summary-note') },
    ...(toMarket(plan.line) === 'medicare' ? [{ kind: 'text', text: say('medicare') } as const] : []),
  ]
  const footer = (page: number) => say('page', { brand: sender.name, page })
  return { blocks, options: { title: say('summary-title'), language, createdAt: now, sender, footer } }
}

import type { PayloadOf } from '@portico/contract/call'
import type { shopPlan } from '@portico/contract/calls/shop'
import type { Language } from '@portico/contract/page'
import { findOutOfPocket } from '@portico/rules/shop/limits'
import { hasYearlyMost, toMarket } from '@portico/rules/shop/lines'
import type { Block } from '../../platform/pdf/blocks.ts'
import type { PdfOptions, Sender } from '../../platform/pdf/document.ts'
import { planAmounts, shopTexts } from './document-texts.ts'

export interface PlanJob {
  readonly kind: 'plan'
  readonly plan: PayloadOf<typeof shopPlan>
  readonly sender: Sender
  readonly language: Language
  readonly now: Date
}

/** The smallest number of people that makes a family. */
const FAMILY = 2

/** What a plan pays (SH-3), in the words of its page; unknown amounts are marked as unknown, never shown as zero. */
export function composePlan({ plan, sender, language, now }: PlanJob): {
  readonly blocks: readonly Block[]
  readonly options: PdfOptions
} {
  const say = shopTexts(language)
  const { deductible, limit, share } = planAmounts(language)
  const field = (label: string, value: string) => ({ kind: 'field', label, value }) as const
  // Family limits appear next to a person's, unless each person has their own plan.
  const family = toMarket(plan.line) === 'medicare' ? null : FAMILY
  const blocks: Block[] = [
    { kind: 'title', text: say('summary-title') },
    { kind: 'text', text: say('summary-about', { plan: plan.name, year: plan.planYear, planId: plan.planId }) },
    field(say('deductible'), deductible(plan, plan.line, 1)),
    ...(family === null ? [] : [field(say('summary-family'), deductible(plan, plan.line, family))]),
    ...(hasYearlyMost(plan.line) ? [field(say('outOfPocket'), limit(findOutOfPocket(plan, plan.line, 1)))] : []),
    ...(family === null || !hasYearlyMost(plan.line)
      ? []
      : [field(say('summary-most-family'), limit(findOutOfPocket(plan, plan.line, family)))]),
    ...(plan.tiered ? [field(say('network'), say('tiered'))] : []),
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

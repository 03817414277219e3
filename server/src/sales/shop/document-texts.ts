import type { Language } from '@portico/contract/page'
import { findLocale } from '@portico/rules/languages/list'
import type { CostShare } from '@portico/rules/shop/cost-share'
import { findDeductible, findDrugDeductible, type Limit, type PlanLimits } from '@portico/rules/shop/limits'
import type { PlanLine } from '@portico/rules/shop/lines'
import { documentTexts, readTexts } from '../../platform/texts.ts'
import en from './texts/en.json' with { type: 'json' }

/** The texts of the shop's documents. */
export const shopTexts = documentTexts(readTexts(en, import.meta.dirname))

/** Formats money in a language, without cents if there are none. */
function wholeMoney(language: Language): (cents: number) => string {
  const locale = findLocale(language)
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  } as const)
  return (cents) => format.format(cents / 100)
}

/** Formats what plans ask people to pay; an unknown amount says so and is never zero. */
export function planAmounts(language: Language) {
  const say = shopTexts(language)
  const money = wholeMoney(language)
  const amount = (cents: number | null) => (cents === null ? say('unknown') : money(cents))
  const limit = (one: Limit): string => {
    if (one.of === 'person') return amount(one.cents)
    if (one.cents === null) return say('limit-unknown')
    const family = money(one.cents)
    if (one.kind === 'embedded') return say('limit-embedded', { family, each: money(one.eachCents) })
    return say(`limit-${one.kind === 'aggregate' ? 'aggregate' : 'family'}`, { family })
  }
  return {
    limit,
    deductible: (plan: PlanLimits, line: PlanLine, people: number): string => {
      const [care, drugs] = [findDeductible(plan, line, people), findDrugDeductible(plan, line, people)]
      return drugs === null ? limit(care) : say('limit-both', { care: limit(care), drugs: limit(drugs) })
    },
    amount,
    share: (one: CostShare | null): string => {
      if (one === null) return say('unknown')
      if (!one.covered) return say('share-none')
      const { copayCents, coinsurance, per, onlyAfter } = one
      const copay =
        copayCents === 0
          ? say('share-free')
          : copayCents === null
            ? []
            : say(`share-${per}`, { amount: money(copayCents) })
      const percent = coinsurance === null ? [] : say('share-percent', { percent: coinsurance })
      const words = [copay, percent].flat()
      if (onlyAfter !== undefined) {
        const [before = '', after = ''] = onlyAfter === 'copay' ? words.toReversed() : words
        return [say('share-before', { share: before }), say('share-after', { share: after })].join(', ')
      }
      const all = words.join(', ') || say('unknown')
      return one.afterDeductible ? say('share-after', { share: all }) : all
    },
  }
}

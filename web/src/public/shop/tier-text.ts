import type { Translate } from '../../base/texts/text.tsx'
import type { CareStanding } from './use-plan-care.ts'

type ListedDrug = NonNullable<CareStanding['told']['drugs']>[number]

/** A drug's tier in our own words, or in those of its list. */
export function tierText(t: Translate, { tier, tierName }: Pick<ListedDrug, 'tier' | 'tierName'>): string {
  return tier === null ? (tierName ?? t('care.tier.unknown')) : t(`care.tier.${tier}`)
}

import { matches, matchWord } from '@portico/rules/search/match'
import type { SearchLanguage } from '@portico/rules/search/stem'
import { splitWords } from '@portico/rules/search/words'
import type { BenefitData } from './types.ts'

/** Benefits whose names (the plan's or the common ones) contain every word of a search; typos match only if nothing else is found. */
export function findBenefits(
  benefits: readonly BenefitData[],
  search: string,
  language: SearchLanguage,
): readonly BenefitData[] {
  const typed = splitWords(search)
  if (typed.length === 0) return benefits
  const filterBenefits = (least: typeof matches.stem | typeof matches.near) =>
    benefits.filter(({ service, section, asked }) => {
      const words = splitWords(`${service} ${section ?? ''} ${asked}`)
      return typed.every((one) => words.some((word) => matchWord(word, one, { language, least }) >= least))
    })
  const exact = filterBenefits(matches.stem)
  return exact.length > 0 ? exact : filterBenefits(matches.near)
}

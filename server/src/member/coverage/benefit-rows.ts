import type { PayloadOf } from '@portico/contract/call'
import type { benefits } from '@portico/contract/calls/coverage'
import type { Language } from '@portico/contract/page'
import { wordsFor } from '@portico/rules/coverage/service-kind'
import type { PlanBenefitData } from '../../platform/db/tables.ts'
import { chooseSpokenName } from './care-names.ts'

type Row = PayloadOf<typeof benefits>['plans'][number]['benefits'][number]

/** Benefits with both networks side by side, in the plan's order and words. */
export function benefitRows(all: readonly PlanBenefitData[]): Row[] {
  const rows = Map.groupBy(all, ({ section, service }) => JSON.stringify([section, service]))
  return [...rows.values()].flatMap((sides) => {
    const [first] = sides
    if (first === undefined) return []
    const side = (of: PlanBenefitData['network']) => {
      const found = sides.find(({ network }) => network === of)
      if (found === undefined) return null
      const { service: _, section: __, network: ___, ...said } = found
      return said
    }
    const { service, section } = first
    const names = { service, spoken: 'en', section, sectionSpoken: 'en' } as const
    return { ...names, asked: wordsFor(service), in: side('in'), out: side('out') }
  })
}

/** A benefit in a language if we have our own words for everything that the plan says about it; else in the plan's words, in English. */
export function benefitIn(row: Row, language: Language): Row {
  const speak = (text: string | null) => text && chooseSpokenName(text, language).name
  const isKnown = (text: string | null | undefined) => !text || chooseSpokenName(text, language).spoken === language
  const texts = [row.service, row.in?.limit, row.in?.words, row.out?.limit, row.out?.words]
  const section = { section: speak(row.section), sectionSpoken: isKnown(row.section) ? language : 'en' } as const
  if (!texts.every(isKnown)) return { ...row, ...section, spoken: 'en' }
  const sideIn = (side: Row['in']) => side && { ...side, limit: speak(side.limit), words: speak(side.words) }
  const sides = { in: sideIn(row.in), out: sideIn(row.out) }
  return { ...row, ...section, ...sides, service: chooseSpokenName(row.service, language).name, spoken: language }
}

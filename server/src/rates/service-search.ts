import { setImmediate } from 'node:timers/promises'
import { inListWords } from '@portico/rules/cost/plain-words'
import { kindOfService } from '@portico/rules/cost/service-kind'
import { matches, matchOf } from '@portico/rules/search/match'
import { rankFound } from '@portico/rules/search/rank'
import { searchTerms } from '@portico/rules/search/terms'
import { wordsOf } from '@portico/rules/search/words'
import type { PricedService } from './price-store.ts'

export interface FoundService extends PricedService {
  readonly priced: boolean
}

/** With its Spanish name, if it has one. */
type Indexed = FoundService & { readonly inSpanish: string | null }

/** The searchable services with each one's words. */
export interface ServiceIndex {
  find(search: string): readonly FoundService[]
}

const maxFound = 30

/** How many services are indexed without yielding to other work. */
const readAtOnce = 500

/** How many services are scored individually: those that match the most words. */
const maxWeighed = 300

/**
 * Makes services searchable by code and in plain words of both languages. A search compares each distinct word only once, and scores only
 * services with a matching word, so that searching thousands takes milliseconds. Indexing yields to other work.
 */
export async function indexServices(services: readonly Indexed[]): Promise<ServiceIndex> {
  const entries: {
    readonly service: Indexed
    readonly title: string
    readonly text: string
    readonly keywords: string
  }[] = []
  const places = new Map<string, number[]>()
  for (const [at, service] of services.entries()) {
    if (at % readAtOnce === 0) await setImmediate()
    const [title, text, keywords] = [service.name, kindOfService(service) ?? '', service.code]
    entries.push({ service, title, text, keywords })
    for (const word of new Set(wordsOf(`${title} ${text} ${keywords}`))) {
      const known = places.get(word)
      if (known === undefined) places.set(word, [at])
      else known.push(at)
    }
  }
  await setImmediate()
  const vocabulary = [...places.keys()]
  const byCode = Map.groupBy(services, ({ code }) => code.toUpperCase())
  const named = services.filter(({ inSpanish }) => inSpanish !== null)
  const bySpanish = Map.groupBy(named, ({ inSpanish }) => plain(inSpanish ?? ''))

  return {
    find: (search) => {
      const exact = byCode.get(search.trim().toUpperCase()) ?? bySpanish.get(plain(search)) ?? []
      const wanted = inListWords(search)
      const ranked = rankFound(wanted, maxMatching(wanted), 'en').map(({ service, score }) => ({ service, score }))
      // Among equals, services with a price come first, then those without any other words.
      const best = ranked.toSorted(
        (a, b) =>
          b.score - a.score ||
          Number(b.service.priced) - Number(a.service.priced) ||
          a.service.name.length - b.service.name.length,
      )
      return [...new Set([...exact, ...best.map(({ service }) => service)])].slice(0, maxFound)
    },
  }

  function maxMatching(search: string) {
    const counts = new Map<number, number>()
    for (const { typed, others } of searchTerms(search, 'en')) {
      const words = [...new Set([...typed, ...others.flat()])]
      const alike = vocabulary.filter((known) =>
        words.some((word) => matchOf(known, word, { language: 'en', least: matches.near }) > matches.none),
      )
      for (const at of new Set(alike.flatMap((word) => places.get(word) ?? [])))
        counts.set(at, (counts.get(at) ?? 0) + 1)
    }
    const likely = [...counts].sort((a, b) => b[1] - a[1] || Number(isPriced(b[0])) - Number(isPriced(a[0])))
    return likely.slice(0, maxWeighed).flatMap(([at]) => entries[at] ?? [])
  }

  function isPriced(at: number): boolean {
    return entries[at]?.service.priced ?? false
  }
}

/** A name without accents, capitals and punctuation. */
function plain(name: string): string {
  return wordsOf(name).join(' ')
}

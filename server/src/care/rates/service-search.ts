import { setImmediate } from 'node:timers/promises'
import { inListWords } from '@portico/rules/cost/plain-words'
import { kindOfService } from '@portico/rules/cost/service-kind'
import { findVisitKind, type VisitKind } from '@portico/rules/cost/visits'
import { matches, matchWord } from '@portico/rules/search/match'
import { type Findable, type ReadEntry, rankRead, readEntry } from '@portico/rules/search/rank'
import { searchTerms } from '@portico/rules/search/terms'
import { splitWords } from '@portico/rules/search/words'
import type { PricedService } from './price-store.ts'

export interface VisitService extends PricedService {
  readonly kind: VisitKind
}

export interface FoundService extends PricedService {
  readonly priced: boolean
}

/** A service with our own plain words for it, if any: an English name, and a Spanish one. */
export type Indexed = FoundService & { readonly plain: string | null; readonly inSpanish: string | null }

/** The searchable services with each one's words. */
export interface ServiceIndex {
  /** The services that match, best first. */
  find(search: string): readonly FoundService[]
  /** Services with a price that are visits (`visitKinds`), at most a hundred. */
  readonly visits: readonly VisitService[]
}

const maxFound = 30

/** How many services we index before yielding to other work. */
const readAtOnce = 500

/** How many services are scored individually: those that match the most words. */
const maxWeighed = 100

const plainPoints = 10

/** More than any list has, so that a list that calls everything a visit stays fast. */
const maxVisits = 100

/**
 * Makes services searchable by code and in plain words of both languages, and services that are only `listed` by their code. A search
 * compares each typed word only with the words that begin with the same letter, and scores only services with a matching word, so that
 * searching thousands takes milliseconds. Indexing yields to other work.
 */
export async function indexServices(
  services: readonly Indexed[],
  listed: (code: string) => PricedService | undefined,
): Promise<ServiceIndex> {
  const entries: ReadEntry<Findable & { readonly service: Indexed }>[] = []
  const places = new Map<string, number[]>()
  for (const [at, service] of services.entries()) {
    if (at % readAtOnce === 0) await setImmediate()
    const [title, text] = [service.plain ?? service.name, kindOfService(service) ?? '']
    const keywords = service.plain === null ? service.code : `${service.code} ${service.name}`
    entries.push(readEntry({ service, title, text, keywords }))
    for (const word of new Set(splitWords(`${title} ${text} ${keywords}`))) {
      const known = places.get(word)
      if (known === undefined) places.set(word, [at])
      else known.push(at)
    }
  }
  await setImmediate()
  const vocabulary = Map.groupBy(places.keys(), (word) => word[0])
  const byCode = Map.groupBy(services, ({ code }) => code.toUpperCase())
  const named = services.filter(({ inSpanish }) => inSpanish !== null)
  const bySpanish = Map.groupBy(named, ({ inSpanish }) => plain(inSpanish ?? ''))

  const visits = services.flatMap((service) => {
    const kind = service.priced ? findVisitKind(service) : null
    return kind === null ? [] : { type: service.type, code: service.code, name: service.name, kind }
  })

  return {
    visits: visits.slice(0, maxVisits),
    find: (search) => {
      const code = search.trim().toUpperCase()
      const exact = byCode.get(code) ?? findUnnamed(code) ?? bySpanish.get(plain(search)) ?? []
      const wanted = inListWords(search)
      // Among equals, services with a price come first, then those without any other words.
      const ranked = rankRead(wanted, maxMatching(wanted), 'en')
      const best = ranked.toSorted(
        (a, b) =>
          computePoints(b) - computePoints(a) ||
          Number(b.service.priced) - Number(a.service.priced) ||
          a.service.name.length - b.service.name.length,
      )
      return [...new Set([...exact, ...best.map(({ service }) => service)])].slice(0, maxFound)
    },
  }

  function findUnnamed(code: string): FoundService[] | undefined {
    const found = listed(code)
    return found && [{ ...found, priced: false }]
  }

  function maxMatching(search: string) {
    const counts = new Map<number, number>()
    for (const { typed, others } of searchTerms(search, 'en')) {
      const found = new Set<number>()
      for (const word of new Set([...typed, ...others.flat()]))
        for (const known of vocabulary.get(word[0]) ?? [])
          if (matchWord(known, word, { language: 'en', least: matches.near }) > matches.none)
            for (const at of places.get(known) ?? []) found.add(at)
      for (const at of found) counts.set(at, (counts.get(at) ?? 0) + 1)
    }
    const likely = [...counts].sort((a, b) => b[1] - a[1] || Number(isPriced(b[0])) - Number(isPriced(a[0])))
    return likely.slice(0, maxWeighed).flatMap(([at]) => entries[at] ?? [])
  }

  function isPriced(at: number): boolean {
    return entries[at]?.entry.service.priced ?? false
  }
}

/** The score of a service as a result; plain words of our own outweigh better places of some words, but not finding all of them. */
function computePoints({ score, service }: { readonly score: number; readonly service: Indexed }): number {
  return score + (service.plain === null && service.inSpanish === null ? 0 : plainPoints)
}

/** A name without accents, capitals and punctuation. */
function plain(name: string): string {
  return splitWords(name).join(' ')
}

import { type Match, matches, matchWord } from './match.ts'
import type { SearchLanguage } from './stem.ts'
import { type SearchTerm, searchTerms } from './terms.ts'
import { splitWords } from './words.ts'

/** An entry that can be found: a title, a text, and further words that are not shown. */
export interface Findable {
  readonly title: string
  readonly text: string
  readonly keywords?: string
}

/** Points for a word by where it was found; a whole word scores one more than its stem or beginning. */
const weights = { title: 6, keywords: 3, text: 2 } as const

/** Points for a mistyped word, wherever it was found. */
const typoPoints = 1

/** For a title that consists of nothing but the words searched for. */
const wholeTitlePoints = 5

/** For finding every searched word: outweighs finding only some of them in better places. */
const allFoundPoints = 20

/**
 * The entries that a search finds, best first, with their points; ties keep their order (VA-8). An entry is found if it has at
 * least half of the words searched for, so that the small words of a question do no harm. Typos count only where no entry has the
 * word itself. Several lists can be merged by their points.
 */
export function rankFound<Entry extends Findable>(
  query: string,
  entries: readonly Entry[],
  language: SearchLanguage,
): readonly (Entry & { readonly score: number })[] {
  return rankRead(query, entries.map(readEntry), language)
}

/** An entry split into words, for repeated searches. */
export interface ReadEntry<Entry extends Findable> {
  readonly entry: Entry
  readonly places: Places
}

export function readEntry<Entry extends Findable>(entry: Entry): ReadEntry<Entry> {
  return { entry, places: listPlaces(entry) }
}

/** The same as `rankFound`, for entries that are already split into words. */
export function rankRead<Entry extends Findable>(
  query: string,
  read: readonly ReadEntry<Entry>[],
  language: SearchLanguage,
): readonly (Entry & { readonly score: number })[] {
  const wanted = searchTerms(query, language)
  const least = wanted.map((one) =>
    read.some(({ places }) => bestPoints(one, places, language, matches.stem) > 0) ? matches.stem : matches.near,
  )
  return read
    .map(({ entry, places }) => {
      const points = wanted.map((one, index) => bestPoints(one, places, language, least[index] ?? matches.stem))
      return { ...entry, score: computeScore(points, isWholeTitle(entry, wanted, language)) }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}

type Places = readonly { readonly weight: number; readonly words: readonly string[] }[]

function listPlaces(entry: Findable): Places {
  return (['title', 'keywords', 'text'] as const).map((place) => ({
    weight: weights[place],
    words: splitWords(entry[place] ?? ''),
  }))
}

function computeScore(points: readonly number[], isTitle: boolean): number {
  const found = points.filter((one) => one > 0).length
  if (points.length === 0 || found < points.length / 2) return 0
  const extra = (found === points.length ? allFoundPoints : 0) + (isTitle ? wholeTitlePoints : 0)
  return points.reduce((sum, one) => sum + one, extra)
}

/** Points for one search term: those of its own words, or else half of those of a synonym. */
function bestPoints({ typed, others }: SearchTerm, places: Places, language: SearchLanguage, least: Match): number {
  const own = termPoints(typed, places, language, least)
  if (own > 0) return own
  return Math.max(0, ...others.map((term) => termPoints(term, places, language, matches.stem))) / 2
}

/** Points for a term: those of its weakest word; 0 if one is missing. */
function termPoints(term: readonly string[], places: Places, language: SearchLanguage, least: Match): number {
  return Math.min(
    ...term.map((typed) =>
      Math.max(
        ...places.map(({ weight, words }) => {
          const best = Math.max(0, ...words.map((found) => matchWord(found, typed, { language, least })))
          return best > matches.near ? weight + best - matches.stem : best * typoPoints
        }),
      ),
    ),
  )
}

function isWholeTitle({ title }: Findable, wanted: readonly SearchTerm[], language: SearchLanguage): boolean {
  const typed = wanted.flatMap((one) => one.typed)
  return splitWords(title).every((found) =>
    typed.some((one) => matchWord(found, one, { language, least: matches.stem }) >= matches.stem),
  )
}

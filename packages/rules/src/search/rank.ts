import { type Match, matches, matchOf } from './match.ts'
import type { SearchLanguage } from './stem.ts'
import { type SearchTerm, searchTerms } from './terms.ts'
import { wordsOf } from './words.ts'

/** What can be found: a title, a text, and further words that are not shown. */
export interface Findable {
  readonly title: string
  readonly text: string
  readonly keywords?: string
}

/** Points of a word by where it stands; a whole word counts one more than its stem or beginning. */
const weights = { title: 6, keywords: 3, text: 2 } as const

/** Points of a word that was mistyped, wherever it stands. */
const likeIt = 1

/** For a title of no other words. */
const wholeTitle = 5

/** For finding everything searched for: more than any few of the words in better places. */
const allFound = 20

/**
 * The entries that a search finds, best first, with their points; equal ones stay in their order (VA-8). An entry is found
 * when it has at least half of what is searched for, so that the small words of a question do no harm. Slips of a word count
 * only where no entry has the word itself. Lists can be put in one order by their points.
 */
export function rankFound<Entry extends Findable>(
  query: string,
  entries: readonly Entry[],
  language: SearchLanguage,
): readonly (Entry & { readonly score: number })[] {
  const wanted = searchTerms(query, language)
  const read = entries.map((entry) => ({ entry, places: placesOf(entry) }))
  const least = wanted.map((one) =>
    read.some(({ places }) => bestPoints(one, places, language, matches.stem) > 0) ? matches.stem : matches.near,
  )
  return read
    .map(({ entry, places }) => {
      const points = wanted.map((one, index) => bestPoints(one, places, language, least[index] ?? matches.stem))
      return { ...entry, score: scoreOf(points, isWholeTitle(entry, wanted, language)) }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}

type Places = readonly { readonly weight: number; readonly words: readonly string[] }[]

function placesOf(entry: Findable): Places {
  return (['title', 'keywords', 'text'] as const).map((place) => ({
    weight: weights[place],
    words: wordsOf(entry[place] ?? ''),
  }))
}

function scoreOf(points: readonly number[], isTitle: boolean): number {
  const found = points.filter((one) => one > 0).length
  if (points.length === 0 || found < points.length / 2) return 0
  const extra = (found === points.length ? allFound : 0) + (isTitle ? wholeTitle : 0)
  return points.reduce((sum, one) => sum + one, extra)
}

/** Points of one thing searched for: of its own words, else half of those of a term that means the same. */
function bestPoints({ typed, others }: SearchTerm, places: Places, language: SearchLanguage, least: Match): number {
  const own = termPoints(typed, places, language, least)
  if (own > 0) return own
  return Math.max(0, ...others.map((term) => termPoints(term, places, language, matches.stem))) / 2
}

/** Points of a term: of its weakest word; 0 where one is missing. */
function termPoints(term: readonly string[], places: Places, language: SearchLanguage, least: Match): number {
  return Math.min(
    ...term.map((typed) =>
      Math.max(
        ...places.map(({ weight, words }) => {
          const best = Math.max(0, ...words.map((found) => matchOf(found, typed, { language, least })))
          return best > matches.near ? weight + best - matches.stem : best * likeIt
        }),
      ),
    ),
  )
}

function isWholeTitle({ title }: Findable, wanted: readonly SearchTerm[], language: SearchLanguage): boolean {
  const typed = wanted.flatMap((one) => one.typed)
  return wordsOf(title).every((found) =>
    typed.some((one) => matchOf(found, one, { language, least: matches.stem }) >= matches.stem),
  )
}

import { isHit, isWhole, searchWords, wordsOf } from './words.ts'

/** What can be found: a title, a text, and further words that are not shown. */
export interface Findable {
  readonly title: string
  readonly text: string
  readonly keywords?: string
}

/** Points of a word by where it stands; a whole word counts one more than the beginning of one. */
const weights = { title: 6, keywords: 3, text: 2 } as const

/** For a title of no other words. */
const wholeTitle = 5

/** For finding every word searched for: more than any few of them in better places. */
const allFound = 20

/**
 * Points of an entry for a search (VA-8); 0: not found. It is found when it holds at least half of the words, so that the
 * small words of a question do no harm. Entries of different lists can be put in one order by their points.
 */
export function searchScore(query: string, entry: Findable): number {
  const wanted = searchWords(query)
  const places = (['title', 'keywords', 'text'] as const).map((place) => ({
    weight: weights[place],
    words: wordsOf(entry[place] ?? ''),
  }))
  const points = wanted.map((one) =>
    Math.max(
      ...places.map(({ weight, words }) =>
        words.some((word) => isWhole(word, one)) ? weight + 1 : words.some((word) => isHit(word, one)) ? weight : 0,
      ),
    ),
  )
  const found = points.filter((one) => one > 0).length
  if (wanted.length === 0 || found < wanted.length / 2) return 0
  const isTitle = wordsOf(entry.title).every((word) => wanted.some((one) => isHit(word, one)))
  const extra = (found === wanted.length ? allFound : 0) + (isTitle ? wholeTitle : 0)
  return points.reduce((sum, one) => sum + one, extra)
}

/** The entries that are found, best first; equal ones stay in their order. */
export function rankFound<Entry extends Findable>(
  query: string,
  entries: readonly Entry[],
): readonly (Entry & { readonly score: number })[] {
  return entries
    .map((entry) => ({ ...entry, score: searchScore(query, entry) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}

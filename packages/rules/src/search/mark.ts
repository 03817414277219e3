import { type Match, matches, matchWord } from './match.ts'
import type { SearchLanguage } from './stem.ts'
import { searchTerms } from './terms.ts'
import { splitPlacedWords } from './words.ts'

/** A part of a text; `hit` marks the words that were searched for. */
export interface TextPart {
  readonly text: string
  readonly hit: boolean
}

/**
 * Splits a text so that the words searched for, or their synonyms, can be highlighted; joined again, the parts are the same text.
 */
export function markWords(text: string, query: string, language: SearchLanguage): readonly TextPart[] {
  const words = splitPlacedWords(text)
  const hits = new Set(
    searchTerms(query, language).flatMap(({ typed, others }) => {
      const own = findHits(typed, matches.stem)
      if (own.length > 0) return own
      const meant = others.map((term) => term.map((word) => findHits([word], matches.stem)))
      const other = meant.find((found) => found.every((places) => places.length > 0))
      return other?.flat() ?? findHits(typed, matches.near)
    }),
  )
  const parts: TextPart[] = []
  let at = 0
  for (const word of words) {
    if (!hits.has(word.at)) continue
    if (word.at > at) parts.push({ text: text.slice(at, word.at), hit: false })
    parts.push({ text: word.text, hit: true })
    at = word.at + word.text.length
  }
  return at < text.length ? [...parts, { text: text.slice(at), hit: false }] : parts

  /** The positions of one of the words in the text, matched at least this well. */
  function findHits(typed: readonly string[], least: Match): number[] {
    return words
      .filter(({ folded }) => typed.some((one) => matchWord(folded, one, { language, least }) >= least))
      .map(({ at }) => at)
  }
}

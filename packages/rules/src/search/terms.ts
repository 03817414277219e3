import { type SearchLanguage, sameStem, singular } from './stem.ts'
import { synonyms } from './synonyms.ts'
import { wordsOf } from './words.ts'

/** One thing that someone searches for: a word, or a term that has others of the same meaning. */
export interface SearchTerm {
  /** The words as they were typed, folded. */
  readonly typed: readonly string[]
  /** Other terms of the same meaning, each in words. */
  readonly others: readonly (readonly string[])[]
}

/** Shorter words say little, unless a search has no longer ones. */
const shortest = 3

const terms: Readonly<Record<SearchLanguage, readonly (readonly (readonly string[])[])[]>> = {
  en: synonyms.en.map((group) => group.map(wordsOf)),
  es: synonyms.es.map((group) => group.map(wordsOf)),
}

/** What a search asks for, each thing once (VA-8). */
export function searchTerms(query: string, language: SearchLanguage): readonly SearchTerm[] {
  const words = wordsOf(query)
  const all: SearchTerm[] = []
  for (let at = 0; at < words.length; ) {
    const known = longestTerm(words.slice(at), language)
    const typed = words.slice(at, at + Math.max(1, known.length))
    const others = terms[language].filter((group) => group.some((term) => sameTerm(term, known, language))).flat()
    all.push({ typed, others: others.filter((term) => !sameTerm(term, typed, language)) })
    at += typed.length
  }
  const telling = all.filter(({ typed, others }) => others.length > 0 || typed.some((one) => one.length >= shortest))
  const once = new Map((telling.length > 0 ? telling : all).map((one) => [one.typed.map(singular).join(' '), one]))
  return [...once.values()]
}

/** The longest term with synonyms that the words begin with; none: no words. */
function longestTerm(words: readonly string[], language: SearchLanguage): readonly string[] {
  const found = terms[language].flat().filter((term) => sameTerm(term, words.slice(0, term.length), language))
  return found.reduce((longest, term) => (term.length > longest.length ? term : longest), [])
}

function sameTerm(one: readonly string[], other: readonly string[], language: SearchLanguage): boolean {
  return (
    one.length > 0 &&
    one.length === other.length &&
    one.every((word, index) => sameStem(word, other[index] ?? '', language))
  )
}

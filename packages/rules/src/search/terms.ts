import { type SearchLanguage, sameStem, singular } from './stem.ts'
import { synonyms } from './synonyms.ts'
import { splitWords } from './words.ts'

/** One thing to search for: a word, or a term with its synonyms. */
export interface SearchTerm {
  /** The words as typed, folded. */
  readonly typed: readonly string[]
  /** Synonyms, each split into words. */
  readonly others: readonly (readonly string[])[]
}

/** Shorter words say little and are dropped, unless a search has no longer ones. */
const shortest = 3

const terms: Readonly<Record<SearchLanguage, readonly (readonly (readonly string[])[])[]>> = {
  en: synonyms.en.map((group) => group.map(splitWords)),
  es: synonyms.es.map((group) => group.map(splitWords)),
}

/** What a search is for, each term once (VA-8). */
export function searchTerms(query: string, language: SearchLanguage): readonly SearchTerm[] {
  const words = splitWords(query)
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

/** The longest term with synonyms at the start of these words; empty if there is none. */
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

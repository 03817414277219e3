import { type SearchLanguage, singular, stem, takeBeginning } from './stem.ts'
import { isNear } from './typo.ts'

/** How well a word of a text matches a typed one: not at all, as a likely typo, by its stem or beginning, or exactly. */
export const matches = { none: 0, near: 1, stem: 2, whole: 3 } as const
export type Match = (typeof matches)[keyof typeof matches]

/** Compares a word of a text with a typed one, both folded; `least` is the weakest match that counts. */
export function matchWord(
  found: string,
  typed: string,
  { language, least }: { readonly language: SearchLanguage; readonly least: Match },
): Match {
  if (found[0] !== typed[0]) return matches.none
  if (found === typed) return matches.whole
  const [one, other] = [listForms(found, language), listForms(typed, language)]
  if (one.singular === other.singular) return matches.whole
  if (found.startsWith(other.singular)) return matches.stem
  if (one.stem === other.stem && takeBeginning(found) === takeBeginning(typed)) return matches.stem
  if (least > matches.near) return matches.none
  return isNear(one.singular, other.singular) || isNear(one.stem, other.stem) ? matches.near : matches.none
}

interface Forms {
  readonly singular: string
  readonly stem: string
}

/** The forms of the words compared last: a search compares the same words thousands of times. */
const known: Readonly<Record<SearchLanguage, Map<string, Forms>>> = { en: new Map(), es: new Map() }
const maxKnown = 20_000

function listForms(word: string, language: SearchLanguage): Forms {
  const kept = known[language]
  const found = kept.get(word)
  if (found !== undefined) return found
  if (kept.size >= maxKnown) kept.clear()
  const forms = { singular: singular(word), stem: stem(word, language) }
  kept.set(word, forms)
  return forms
}

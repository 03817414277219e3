import { type SearchLanguage, sameStem, singular, stem } from './stem.ts'
import { isNear } from './typo.ts'

/** How well a word of a text matches a typed one: not at all, as a likely typo, by its stem or beginning, or exactly. */
export const matches = { none: 0, near: 1, stem: 2, whole: 3 } as const
export type Match = (typeof matches)[keyof typeof matches]

/** Compares a word of a text with a typed one, both folded; `least` is the weakest match that counts. */
export function matchOf(
  found: string,
  typed: string,
  { language, least }: { readonly language: SearchLanguage; readonly least: Match },
): Match {
  if (found[0] !== typed[0]) return matches.none
  if (found === typed || singular(found) === singular(typed)) return matches.whole
  if (found.startsWith(singular(typed)) || sameStem(found, typed, language)) return matches.stem
  if (least > matches.near) return matches.none
  const isSlip = isNear(singular(found), singular(typed)) || isNear(stem(found, language), stem(typed, language))
  return isSlip ? matches.near : matches.none
}

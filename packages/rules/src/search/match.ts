import { type SearchLanguage, sameStem, singular, stem } from './stem.ts'
import { isNear } from './typo.ts'

/** How a word of a text answers one that was typed: not at all, like a slip of it, by its stem or beginning, or as it is. */
export const matches = { none: 0, near: 1, stem: 2, whole: 3 } as const
export type Match = (typeof matches)[keyof typeof matches]

/** Compares a folded word of a text with a folded word that was typed, by what counts as a match at least. */
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

import { typosBetween } from '../search/typo.ts'
import { splitWords } from '../search/words.ts'
import list from './phrases.json' with { type: 'json' }

/** What someone may need urgent help with. */
export const safetyKinds = ['emergency', 'crisis', 'violence'] as const
export type SafetyKind = (typeof safetyKinds)[number]

interface Listed {
  readonly phrases: readonly (readonly string[])[]
  /** Phrases of Chinese, which is written without spaces between words. */
  readonly unspaced: readonly string[]
  /** Next to a phrase, each of these turns it into the name of a kind of care or a benefit. */
  readonly unless: ReadonlySet<string>
  /** Words that look like a listed word and mean something else. */
  readonly never: ReadonlySet<string>
}

const han = /\p{Script=Han}/u

const listed = Object.fromEntries(
  safetyKinds.map((kind): [SafetyKind, Listed] => {
    const { phrases, unless, never } = list.kinds[kind]
    return [
      kind,
      {
        phrases: phrases.filter((phrase) => !han.test(phrase)).map(wordsIn),
        unspaced: phrases.filter((phrase) => han.test(phrase)),
        ...{ unless: new Set(unless), never: new Set(never) },
      },
    ]
  }),
) as Readonly<Record<SafetyKind, Listed>>

/** How many other words may stand between two words of a phrase. */
const maxBetween = 2

/** Words that link the two halves of a name. */
const linking: ReadonlySet<string> = new Set(['of', 'after', 'de', 'del', 'para'])

/** How many words of a long text we examine, from its end, where someone is writing. */
const maxWords = 400

/**
 * What urgent matters the words of a search or a message may be about, most urgent first, with typos; empty for anything else.
 * Nothing of the text leaves the writer's device.
 */
export function judgeSafety(text: string): readonly SafetyKind[] {
  const words = wordsIn(text).slice(-maxWords)
  const unspaced = words.filter((word) => han.test(word)).join('')
  return safetyKinds.filter((kind) => isAbout(words, listed[kind]) || isWithin(unspaced, listed[kind]))
}

function isWithin(text: string, { unspaced, unless }: Listed): boolean {
  return unspaced.some((phrase) =>
    text.split(phrase).some((before, index, parts) => {
      const after = parts[index + 1]
      return after !== undefined && ![...unless].some((word) => before.endsWith(word) || after.startsWith(word))
    }),
  )
}

/** `can't`, `my self` and `over dose` each count as one word, since people also write them without apostrophe or space. */
function wordsIn(text: string): readonly string[] {
  return splitWords(text.replace(/['’`]/g, '').replace(/\b(my) (self)\b|\b(over) (dosed?)\b/gi, '$1$2$3$4'))
}

function isAbout(words: readonly string[], { phrases, unless, never }: Listed): boolean {
  return phrases.some((phrase) =>
    words.some((_, at) => {
      const end = endFrom({ words, never }, at, phrase)
      return end !== null && !isExcused({ words, unless }, at, end)
    }),
  )
}

/** Whether a phrase is only part of a name: "stroke rehab", "history of stroke", "substance abuse", "abuso de alcohol". */
function isExcused(
  { words, unless }: Pick<Listed, 'unless'> & { readonly words: readonly string[] },
  at: number,
  end: number,
): boolean {
  const before = end - at === 1 || linking.has(words[at - 1] ?? '') ? words.slice(Math.max(0, at - 2), at) : []
  return [...before, ...words.slice(end, end + 2)].some((word) => unless.has(word))
}

/** Where a phrase that begins at a position ends; null: no phrase begins there. */
function endFrom(
  { words, never }: Pick<Listed, 'never'> & { readonly words: readonly string[] },
  at: number,
  phrase: readonly string[],
): number | null {
  const isAlone = phrase.length === 1
  let next = at
  for (const [index, wanted] of phrase.entries()) {
    const until = index === 0 ? at : next + maxBetween
    let found = -1
    for (let place = next; place <= until && found < 0; place++)
      if (isWord(words[place], wanted, { isAlone, never })) found = place
    if (found < 0) return null
    next = found + 1
  }
  return next
}

/** Allows one typo in a word of a phrase, two in a long word; a word that is a whole phrase must be longer to allow them. */
function isWord(
  typed: string | undefined,
  wanted: string,
  { isAlone, never }: Pick<Listed, 'never'> & { readonly isAlone: boolean },
): boolean {
  if (typed === undefined) return false
  if (typed === wanted) return true
  if (never.has(typed)) return false
  const allowed = wanted.length >= (isAlone ? 9 : 8) ? 2 : wanted.length >= (isAlone ? 6 : 4) ? 1 : 0
  return allowed > 0 && typed.length > 2 && typed[0] === wanted[0] && typosBetween(typed, wanted, allowed) <= allowed
}

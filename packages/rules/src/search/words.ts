import { fold } from '../widgets/type-ahead.ts'

/** A run of letters and digits, apostrophes inside it left out. */
const word = /[\p{L}\p{M}\p{N}]+/gu

/** A part of a text; `hit` where it is one of the words searched for. */
export interface TextPart {
  readonly text: string
  readonly hit: boolean
}

/** Shorter words say little of what somebody looks for, unless they wrote no longer one. */
const shortest = 3

/** Letters that the end of a word has to leave for it to be cut off. */
const stem = 3

/**
 * The words that a search goes by (VA-8), each once: without accents, capitals and the plural's end, so that `doctors`
 * finds Doctor and `medicos` finds médico.
 */
export function searchWords(query: string): readonly string[] {
  const all = [...new Set(wordsOf(query).map(singular))]
  const telling = all.filter((one) => one.length >= shortest)
  return telling.length > 0 ? telling : all
}

/** The words of a text, folded. */
export function wordsOf(text: string): readonly string[] {
  return (text.match(word) ?? []).map(fold)
}

/** Whether a folded word of a text begins with a word searched for. */
export function isHit(found: string, wanted: string): boolean {
  return found.startsWith(wanted)
}

/** Whether it is that word, in the singular or the plural. */
export function isWhole(found: string, wanted: string): boolean {
  return found === wanted || singular(found) === wanted
}

/** Takes a text apart, so that the words searched for can be marked; joined again it is the same text. */
export function markWords(text: string, query: string): readonly TextPart[] {
  const wanted = searchWords(query)
  const parts: TextPart[] = []
  let at = 0
  for (const match of text.matchAll(word)) {
    const [found] = match
    if (!wanted.some((one) => isHit(fold(found), one))) continue
    if (match.index > at) parts.push({ text: text.slice(at, match.index), hit: false })
    parts.push({ text: found, hit: true })
    at = match.index + found.length
  }
  return at < text.length ? [...parts, { text: text.slice(at), hit: false }] : parts
}

function singular(folded: string): string {
  const cut = folded.replace(/(?:es|s)$/, '')
  return cut.length >= stem ? cut : folded
}

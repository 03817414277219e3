import { fold } from '../widgets/type-ahead.ts'

/** A run of letters and digits. */
const word = /[\p{L}\p{M}\p{N}]+/gu

/** The words of a text, without accents and in lower case. */
export function splitWords(text: string): readonly string[] {
  return (text.match(word) ?? []).map(fold)
}

/** The same, each with the original piece of text and its position. */
export function splitPlacedWords(
  text: string,
): readonly { readonly folded: string; readonly text: string; at: number }[] {
  return [...text.matchAll(word)].map(({ 0: piece, index }) => ({ folded: fold(piece), text: piece, at: index }))
}

import { fold } from '../widgets/type-ahead.ts'

/** A run of letters and digits. */
const word = /[\p{L}\p{M}\p{N}]+/gu

/** The words of a text, without accents and capital letters. */
export function wordsOf(text: string): readonly string[] {
  return (text.match(word) ?? []).map(fold)
}

/** The same, each with the piece of the text that it is and where that piece begins. */
export function placedWords(text: string): readonly { readonly folded: string; readonly text: string; at: number }[] {
  return [...text.matchAll(word)].map(({ 0: piece, index }) => ({ folded: fold(piece), text: piece, at: index }))
}

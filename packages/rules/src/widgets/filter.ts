import { fold } from './type-ahead.ts'

/**
 * The options that a filtering select shows for what is typed (VA-9, MN-6): those with a word that begins with it, or all while
 * nothing is typed. Accents and case do not matter.
 */
export function filterOptions<Option extends { readonly label: string }>(
  options: readonly Option[],
  typed: string,
): readonly Option[] {
  const wanted = fold(typed)
  if (wanted === '') return options
  return options.filter(({ label }) =>
    ` ${fold(label).replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${normalizeWords(wanted)}`),
  )
}

/** The option whose whole label was typed, which counts as chosen; null: none. */
export function optionNamed<Option extends { readonly label: string }>(
  options: readonly Option[],
  typed: string,
): Option | null {
  const wanted = fold(typed)
  return (wanted !== '' && options.find(({ label }) => fold(label) === wanted)) || null
}

function normalizeWords(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, ' ').trimStart()
}

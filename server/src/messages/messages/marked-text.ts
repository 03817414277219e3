/** Part of a text; `hit` when it matches the search. */
export interface MarkedTextPart {
  readonly text: string
  readonly hit: boolean
}

/** Marks that the search statement puts around a match; it removes them from texts first, so no text contains them. */
export const markStart = '\u0002'
export const markEnd = '\u0003'

const leadLength = 50
const excerptLength = 160

/**
 * Splits a text into parts by a marked copy. The copy may have different letters, but must have as many; a copy of another length is
 * ignored.
 */
export function splitMarkedParts(text: string, marked: string): MarkedTextPart[] {
  const parts: MarkedTextPart[] = []
  let at = 0
  for (const [index, piece] of marked.replaceAll(markEnd, markStart).split(markStart).entries()) {
    if (piece !== '') parts.push({ text: text.slice(at, at + piece.length), hit: index % 2 === 1 })
    at += piece.length
  }
  return at === text.length ? parts : [{ text, hit: false }]
}

/** One line around the first match, or the beginning if there is none. */
export function cutMarkedExcerpt(parts: readonly MarkedTextPart[]): MarkedTextPart[] {
  const first = parts.findIndex(({ hit }) => hit)
  const line = parts.map(({ text, hit }) => ({ text: text.replace(/\s+/g, ' '), hit }))
  if (first < 0) return shorten(line, excerptLength)
  const lead = line
    .slice(0, first)
    .map(({ text }) => text)
    .join('')
  const shown = lead.length > leadLength ? `…${lead.slice(-leadLength).replace(/^\S*\s/, '')}` : lead
  return shorten([{ text: shown, hit: false }, ...line.slice(first)], excerptLength)
}

function shorten(parts: readonly MarkedTextPart[], max: number): MarkedTextPart[] {
  let left = max
  const shown: MarkedTextPart[] = []
  for (const { text, hit } of parts) {
    if (left <= 0) break
    const cut = text.length > left ? `${wholeLetters(text.slice(0, left))}…` : text
    if (cut !== '') shown.push({ text: cut, hit })
    left -= text.length
  }
  return shown
}

/** Removes half of a surrogate pair at the end, which would be sent as a replacement character. */
function wholeLetters(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '')
}

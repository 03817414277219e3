/** Comes before the letters of a number that is kept as text: no text of the database contains the character. */
const mark = '\0#'

/** Numbers that `String(Number(…))` may write otherwise: a zero at the end, an exponent, more digits than a double holds. */
const odd = /\d\.\d*0(?![.\d])|\d[eE][+-]?\d|\d{16}|\d\.\d{15}|-0(?![.\d])/

/**
 * Parses JSON so that `writeExact` writes each number with the letters that it came with: 10.50 is not 10.5 (OS-20). A number that would
 * change is kept as a marked text.
 */
export function parseExact(text: string): unknown {
  if (!odd.test(text)) return JSON.parse(text)
  const marked = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    token.startsWith('"') ? token : JSON.stringify(exactNumber(token)),
  )
  return JSON.parse(marked)
}

/** A number as written; marked text if a number would be written otherwise. */
export function exactNumber(written: string): number | string {
  return String(Number(written)) === written ? Number(written) : mark + written
}

/** Only what is a number loses its quotes: a file may hold the mark, too. */
export function writeExact(value: unknown): string {
  return JSON.stringify(value).replace(/"\\u0000#(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"/g, '$1')
}

/** Comes before the letters of a number that is kept as text: no text of the database contains the character. */
const mark = '\0#'

/** What makes `String(Number(…))` write a number otherwise: a zero at the end, an exponent, more digits than a double holds, very little. */
const odd = /\d\.\d*0(?![.\d])|\d[eE][+-]?\d|[\d.]{16}|-0(?![.\d])|0\.0{6}/

/** A number, unless it stands where the name of a field has to. */
const numberHere = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\d.eE]|\s*:)/y

/**
 * Parses JSON so that `writeExact` writes each number with the letters that it came with: 10.50 is not 10.5 (OS-20). A number that would
 * change is kept as a marked text. Throws SyntaxError for what is no JSON.
 */
export function parseExact(text: string): unknown {
  return JSON.parse(odd.test(text) ? markNumbers(text) : text)
}

/** JSON whose numbers that would change are texts; what is no JSON is none afterwards. */
function markNumbers(json: string): string {
  let [marked, kept] = ['', 0]
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at)
    if (sign === 0x22) at = findQuote(json, at + 1)
    else if (sign === 0x2d || (sign >= 0x30 && sign <= 0x39)) {
      numberHere.lastIndex = at
      const written = numberHere.exec(json)?.[0]
      if (written === undefined) continue
      const exact = exactNumber(written)
      if (typeof exact === 'string') {
        marked += json.slice(kept, at) + JSON.stringify(exact)
        kept = at + written.length
      }
      at += written.length - 1
    }
  }
  return marked + json.slice(kept)
}

/** Where a text ends. */
function findQuote(json: string, from: number): number {
  for (let at = from; at < json.length; at += 1) {
    const sign = json.charCodeAt(at)
    if (sign === 0x22) return at
    if (sign === 0x5c) at += 1
  }
  return json.length
}

/** A number as written; marked text if a number would be written otherwise. */
export function exactNumber(written: string): number | string {
  return String(Number(written)) === written ? Number(written) : mark + written
}

/** Only what is a number loses its quotes: a file may hold the mark, too. */
export function writeExact(value: unknown): string {
  return JSON.stringify(value).replace(/"\\u0000#(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"/g, '$1')
}

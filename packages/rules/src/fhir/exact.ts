/** Marks a text that stands for a number's exact digits: no text in the database contains this character. */
const mark = '\0#'

/**
 * What makes `String(Number(…))` write a number differently: a trailing zero, an exponent, more digits than a double holds, a very
 * small value.
 */
const odd = /\d\.\d*0(?![.\d])|\d[eE][+-]?\d|[\d.]{16}|-0(?![.\d])|0\.0{6}/

/** A number, unless it stands where a field name must be. */
const numberHere = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\d.eE]|\s*:)/y

/**
 * Parses JSON so that `writeExact` writes each number exactly as it came: 10.50 is not 10.5 (OS-20). A number that would change becomes
 * a marked text. Throws SyntaxError for invalid JSON.
 */
export function parseExact(text: string): unknown {
  return JSON.parse(odd.test(text) ? markNumbers(text) : text)
}

/** Turns each number that would change into a marked text; invalid JSON stays invalid. */
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

/** A number from its digits; a marked text if JavaScript would write the number differently. */
export function exactNumber(written: string): number | string {
  return String(Number(written)) === written ? Number(written) : mark + written
}

/** Removes the quotes only around real numbers: a file may contain the mark, too. */
export function writeExact(value: unknown): string {
  return JSON.stringify(value).replace(/"\\u0000#(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"/g, '$1')
}

/** Widths of the characters from blank to tilde in Helvetica, in thousandths of the size (Adobe's font metrics). */
const widths = [
  ...[278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278],
  ...[556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556],
  ...[1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778],
  ...[667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556],
  ...[333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556],
  ...[556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584],
]
const widest = 1015
/** No character of the bold font is wider than this beside its own in the regular one. */
const boldFactor = 1.2

/** Characters of Windows-1252 that have another number in Unicode. */
const special: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 0x20 }, (_, at): [string, number] => {
    const byte = 0x80 + at
    return [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte]
  }),
)

export interface Lettering {
  /** In points. */
  readonly size: number
  readonly bold: boolean
}

/** How wide a text is at most, in points. */
export function widthOf(text: string, { size, bold }: Lettering): number {
  let total = 0
  for (const letter of text) total += widthOfLetter(letter)
  return (total * size * (bold ? boldFactor : 1)) / 1000
}

function widthOfLetter(letter: string): number {
  const base = letter.normalize('NFD').charCodeAt(0)
  return widths[base - 32] ?? widest
}

/** Breaks a text into lines that are no wider than `width`, at blanks where it can be. */
export function linesOf(text: string, lettering: Lettering & { readonly width: number }): string[] {
  const { width } = lettering
  const lines: string[] = []
  for (const paragraph of text.split(/\r\n|[\r\n]/)) {
    let line = ''
    for (const word of paragraph.split(/\s+/).filter((one) => one !== '')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (widthOf(longer, lettering) <= width) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      line = ''
      for (const letter of word) {
        if (line !== '' && widthOf(line + letter, lettering) > width) {
          lines.push(line)
          line = ''
        }
        line += letter
      }
    }
    lines.push(line)
  }
  return lines
}

/** The text as it stands in a PDF string, in Windows-1252; what that does not have becomes its base letter, else a question mark. */
export function encodeText(text: string): string {
  return [...text].map(encodeLetter).join('')
}

function encodeLetter(letter: string): string {
  const code = codeOf(letter) ?? codeOf(letter.normalize('NFD').charAt(0)) ?? 0x3f
  const byte = String.fromCharCode(code)
  return '()\\'.includes(byte) ? `\\${byte}` : byte
}

function codeOf(letter: string): number | null {
  const code = letter.codePointAt(0) ?? 0
  if ((code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff)) return code
  return special.get(letter) ?? null
}

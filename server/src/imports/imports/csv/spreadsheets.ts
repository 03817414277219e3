import { Refused } from '../refused.ts'

const separators: Readonly<Record<string, string>> = { ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' }

/**
 * Whether the first line of a file is a spreadsheet's note that commas separate its cells (`sep=,`). Throws Refused, without quoting the
 * file, if other characters than commas separate its cells, or if its lines do not end with LF or CRLF.
 */
export function isSeparatorNote(line: string): boolean {
  const [, noted] = /^"?sep=(.)[\s,;"]*$/i.exec(line) ?? []
  if (noted !== undefined && noted !== ',') throw otherSeparator(noted)
  if (noted !== undefined) return true
  if (line.includes('\r')) {
    throw new Refused('', 'ends its lines with CR alone: save it as “CSV UTF-8”, whose lines end with CRLF or LF')
  }
  // Quoted names may have any of these signs.
  const plain = line.replace(/"[^"]*"/g, '')
  const count = (sign: string) => plain.split(sign).length
  const other = Object.keys(separators).find((one) => count(one) > count(','))
  if (other !== undefined) throw otherSeparator(other)
  return false
}

/** Adds quotes around cells such as `="0123"`, which programs write so that a spreadsheet keeps them as text. */
export function quoteTextMarks(text: string): string {
  return text.replace(/(^|[,\n])([ \t]*)="([^"\n]*)"(?=[ \t\r]*(?:[,\n]|$))/g, '$1$2"=""$3"""')
}

/** A cell without the marks that keep it as text in a spreadsheet: `="0123"`, `'0123`. */
export function withoutTextMark(cell: string): string {
  return cell.replace(/^="([^"]*)"$/, '$1').replace(/^'(?=\d[\d-]*$)/, '')
}

function otherSeparator(separator: string): Refused {
  return new Refused('', `has cells separated by ${separators[separator] ?? 'another sign'}; separate them by commas`)
}

/** Leaves out what spreadsheets write after the last named column: empty cells in the first row and in others. */
export function createNarrowing(): (cells: readonly string[]) => readonly string[] {
  let width: number | undefined
  return (cells) => {
    width ??= cells.findLastIndex((cell) => cell !== '') + 1
    return cells.length > width && cells.slice(width).every((cell) => cell === '') ? cells.slice(0, width) : cells
  }
}

/** Only letters and digits of a column's name: programs join its words in different ways. */
function squeeze(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/**
 * Whether a row repeats the column names, as in concatenated files. Throws Refused if it has other names or another order: the rows after
 * it would be misread.
 */
export function createRepeatFinder(): (cells: readonly string[]) => boolean {
  let first: readonly string[] | undefined
  let known: ReadonlySet<string> = new Set()
  return (cells) => {
    if (first === undefined) {
      first = cells.map(squeeze)
      known = new Set(first.filter((name) => name !== ''))
      return false
    }
    // The first cells of nearly every row show that they are not column names.
    if (!cells.slice(0, 3).some((cell) => cell.length < 100 && known.has(squeeze(cell)))) return false
    const said = cells.map(squeeze).filter((cell) => cell !== '')
    const named = said.filter((cell) => known.has(cell)).length
    if (named < 2 || named * 2 < said.length) return false
    if (said.join('\n') === first.filter((name) => name !== '').join('\n')) return true
    throw new Refused(
      '',
      'names its columns again, in another order or other ones: import the files that were joined one by one',
    )
  }
}

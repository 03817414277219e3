import { Refused } from '../refused.ts'

const separators: Readonly<Record<string, string>> = { ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' }

/**
 * Whether the first line of a file is only a spreadsheet's own note that commas separate its cells (`sep=,`). Throws Refused, without a
 * word of the file, if its cells are not separated by commas, or its lines not ended by LF or CRLF.
 */
export function isSeparatorNote(line: string): boolean {
  const [, noted] = /^"?sep=(.)[\s,;"]*$/i.exec(line) ?? []
  if (noted !== undefined && noted !== ',') throw otherSeparator(noted)
  if (noted !== undefined) return true
  if (line.includes('\r')) {
    throw new Refused('', 'ends its lines with CR alone: save it as “CSV UTF-8”, whose lines end with CRLF or LF')
  }
  const count = (sign: string) => line.split(sign).length
  const other = Object.keys(separators).find((one) => count(one) > count(','))
  if (other !== undefined) throw otherSeparator(other)
  return false
}

/** A text with quotes around cells such as `="0123"`, as programs write them so that a spreadsheet keeps them as texts. */
export function quoteTextMarks(text: string): string {
  return text.replace(/(^|[,\n])([ \t]*)="([^"\n]*)"(?=[ \t\r]*(?:[,\n]|$))/g, '$1$2"=""$3"""')
}

/** A cell without the marks that keep it a text in a spreadsheet: `="0123"`, `'0123`. */
export function withoutTextMark(cell: string): string {
  return cell.replace(/^="([^"]*)"$/, '$1').replace(/^'(?=\d[\d-]*$)/, '')
}

function otherSeparator(separator: string): Refused {
  return new Refused('', `has cells separated by ${separators[separator] ?? 'another sign'}; separate them by commas`)
}

/** Leaves out what spreadsheets write after the last column that has a name: empty cells in the first row, and in others. */
export function createNarrowing(): (cells: readonly string[]) => readonly string[] {
  let width: number | undefined
  return (cells) => {
    width ??= cells.findLastIndex((cell) => cell !== '') + 1
    return cells.length > width && cells.slice(width).every((cell) => cell === '') ? cells.slice(0, width) : cells
  }
}

import { stringify } from 'csv-stringify/sync'

/** The start of a CSV file: a byte order mark, so that spreadsheets read it as UTF-8. */
export const csvMark = '\uFEFF'

/**
 * Rows of a CSV file. A cell that starts like a formula gets an apostrophe in front (`escape_formulas`), so that no spreadsheet evaluates
 * it. A cell with a lone carriage return or line feed is quoted, too (RFC 4180): the rest would be another row, and might be a formula.
 */
export function csvLines(rows: string[][], before = ''): Buffer {
  const plain = rows.map((cells) => cells.map((cell) => (cell.startsWith('\n') ? `'${cell}` : cell)))
  return Buffer.from(
    before + stringify(plain, { escape_formulas: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ }),
  )
}

/** Whole cents as dollars without separators, for programs; empty if unknown. */
export function plainDollars(cents: number | null): string {
  return cents === null ? '' : (cents / 100).toFixed(2)
}

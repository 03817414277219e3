import { stringify } from 'csv-stringify/sync'

/** First in a file of CSV: a byte order mark, so that spreadsheets read it as UTF-8. */
export const csvMark = '\uFEFF'

/**
 * Rows of a file of CSV. A cell that begins as a formula begins with an apostrophe (`escape_formulas`), so that no spreadsheet
 * works it out.
 */
export function csvLines(rows: string[][], before = ''): Buffer {
  return Buffer.from(before + stringify(rows, { escape_formulas: true, record_delimiter: 'windows' }))
}

/** Whole cents as dollars without separators, for programs; empty where it is not known. */
export function plainDollars(cents: number | null): string {
  return cents === null ? '' : (cents / 100).toFixed(2)
}

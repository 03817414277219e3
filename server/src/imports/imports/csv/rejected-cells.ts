import { stringify } from 'csv-stringify/sync'

/**
 * Cells for a rejects file, which people open in a spreadsheet: what it would take for a formula gets an apostrophe in front. Importing the
 * file again takes it away (`unescapeCell`).
 */
export function escapeCells(cells: readonly string[]): string {
  return stringify([[...cells]], { escape_formulas: true }).trimEnd()
}

/** A cell of a rejects file as it was before. */
export function unescapeCell(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/, '')
}

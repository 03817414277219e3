import { stringify } from 'csv-stringify/sync'

/**
 * Cells for a rejects file, which people open in a spreadsheet: cells that it would take for formulas get an apostrophe in front. Importing
 * the file again removes it (`unescapeCell`).
 */
export function escapeCells(cells: readonly string[]): string {
  return stringify([[...cells]], { escape_formulas: true }).trimEnd()
}

/** A cell of a rejects file in its original form. */
export function unescapeCell(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/, '')
}

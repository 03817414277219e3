import { restoreZip } from '@portico/rules/finder/lost-zeros'
import type { Warn } from './machine.ts'

/** A ZIP code as a cell has it, with the leading zeros that a spreadsheet has removed; null: unknown. Either way a warning counts it (IM-6). */
export function mendZip(said: string, state: string | null, warn: Warn): string | null {
  const zip = restoreZip(said, state)
  if (zip === null)
    warn('ZIP code', 'has too few digits, and its state has none that lost its leading zeros: it is unknown')
  else if (zip !== said) warn('ZIP code', 'had lost its leading zeros, which were put back')
  return zip
}

import { findDoseUnit } from '@portico/rules/medicines/units'
import type { Translate } from '../../base/texts/text.tsx'

/** The unit of an amount in the reader's language if the word is known, otherwise as it was sent. */
export function unitWords(word: string, count: number, t: Translate): string {
  const unit = findDoseUnit(word)
  return unit === null ? word : t(`prescriptions.unit-${unit}`, { count })
}

import { doseUnitOf } from '@portico/rules/medicines/units'
import type { Translate } from '../texts/text.tsx'

/** What an amount is counted in, in the reader's language where the word is known; else as it was told. */
export function unitWords(word: string, count: number, t: Translate): string {
  const unit = doseUnitOf(word)
  return unit === null ? word : t(`prescriptions.unit-${unit}`, { count })
}

import { type Dosing, dosePeriod, findRhythm, hasDose, listDoseTimes } from '@portico/rules/medicines/dosing'
import { listCodes } from './codes.ts'
import type { Dosage } from './shapes.ts'

/**
 * The dose in the fields of a prescription; null if there is none, or if several doses follow one another, which no single sentence can
 * describe.
 */
export function readDosing(dosages: readonly Dosage[]): Dosing | null {
  const [dosage, ...more] = dosages
  if (dosage === undefined || more.length > 0) return null
  const { timing, doseAndRate, asNeededBoolean, asNeededCodeableConcept } = dosage
  const quantity = doseAndRate.length === 1 ? doseAndRate[0]?.doseQuantity : undefined
  const repeat = timing?.repeat
  const when = (repeat?.when ?? []).map((code) => code.toLowerCase())
  const coded = findRhythm([...listCodes(timing?.code), ...when])
  const period = dosePeriod(repeat?.periodUnit)
  const isSaid = period !== null && isCount(repeat?.frequency ?? 1) && isCount(repeat?.period)
  const dosing: Dosing = {
    amount: isAmount(quantity?.value) ? quantity.value : null,
    unit: quantity?.unit?.trim() || null,
    ...coded,
    ...(isSaid && { times: repeat?.frequency ?? 1, every: repeat?.period ?? 1, period }),
    at: listDoseTimes([...listCodes(timing?.code), ...when]),
    asNeeded: asNeededBoolean === true || asNeededCodeableConcept !== undefined,
  }
  return hasDose(dosing) ? dosing : null
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value > 0 && value < 1000
}

function isAmount(value: number | undefined): value is number {
  return value !== undefined && value > 0 && value < 100_000
}

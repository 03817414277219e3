import type { Format } from '../../base/texts/format.ts'
import type { Translate } from '../../base/texts/text.tsx'
import type { MedicineData } from './types.ts'
import { unitWords } from './unit-words.ts'

type Dosing = NonNullable<MedicineData['dosing']>

/** A structured dose as one sentence: "Take 2 puffs every 4 hours, only when you need it." */
export function doseWords(dosing: Dosing, t: Translate, { number }: Format): string {
  const { amount, unit, times, every, period, at, asNeeded } = dosing
  const take =
    amount === null
      ? t('prescriptions.dose-take')
      : unit === null
        ? t('prescriptions.dose-amount-plain', { amount: number(amount) })
        : t('prescriptions.dose-amount', { amount: number(amount), unit: unitWords(unit, amount, t) })
  const rhythm =
    period === null || times === null ? [] : [t(`prescriptions.dose-${period}`, { times, every: every ?? 1 })]
  const more = [
    ...at.map((one) => t(`prescriptions.dose-${one}`)),
    ...(asNeeded ? [t('prescriptions.dose-as-needed')] : []),
  ]
  return `${[[take, ...rhythm].join(' '), ...more].join(', ')}.`
}

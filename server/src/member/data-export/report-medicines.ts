import { authorizationState } from '@portico/rules/medicines/authorization'
import { type Dosing, hasDose } from '@portico/rules/medicines/dosing'
import { isUnconfirmed } from '@portico/rules/medicines/orders'
import { findDoseUnit } from '@portico/rules/medicines/units'
import { easternDay } from '../../platform/day.ts'
import type { Block } from '../../platform/pdf/blocks.ts'
import type { ReportWords } from './report-words.ts'
import type { MemberData } from './store.ts'

/** What the member takes, what pharmacies gave out, what the plan approved, and what the member asked for. */
export function medicineBlocks(
  member: MemberData,
  { now, words }: { readonly now: Date; readonly words: ReportWords },
): Block[] {
  const { part, field, known, knownDay, sub, say, coded, number, day, moment } = words
  const today = easternDay(now)
  const place = (name: string | null, address: string | null) => [name, address].filter(Boolean).join('\n')
  const recordStatus = recordStatusIn(words)
  return [
    ...part(
      'prescriptions',
      member.prescriptions.flatMap((one) => [
        sub(one.name || say('value.not-known')),
        ...known('dose', doseText(one, words)),
        // A medicine that a doctor merely noted has no prescriber.
        ...known('prescriber', one.intent === 'plan' ? say('prescriber.none') : one.prescriberName),
        ...knownDay('writtenOn', one.writtenOn),
        ...knownDay('fillBy', one.endsOn),
        ...known('quantity', quantityText(one, words)),
        ...known('refills', one.refills === null ? null : number(one.refills)),
        ...known('status', recordStatus(one)),
      ]),
    ),
    ...part(
      'dispensed',
      member.dispensed.flatMap((one) => [
        sub(one.name || say('value.not-known')),
        ...knownDay('handedOver', one.handedOverOn),
        ...field('prepared', one.preparedOn && day(one.preparedOn)),
        ...known('pharmacy', place(one.pharmacyName, one.pharmacyAddress)),
        ...known('handedAmount', quantityText(one, words)),
        ...field('dose', doseText(one, words)),
        ...known('status', recordStatus(one.status === 'completed' ? { ...one, status: 'given' } : one)),
      ]),
    ),
    ...part(
      'priorAuthorizations',
      member.priorAuthorizations.flatMap((one) => [
        sub(one.service ?? say('approval.service-unknown')),
        ...field('status', one.withdrawn ? say('withdrawn') : coded('approval', authorizationState(one, today))),
        ...known('number', one.number),
        ...knownDay('askedOn', one.requestedOn),
        ...known('askedBy', one.providerName),
        ...knownDay('decidedOn', one.decidedOn),
        ...knownDay('begins', one.begins),
        ...knownDay('ends', one.ends),
        ...field('reason', one.reasons.map(({ text, code }) => text ?? code).join('\n') || null),
        ...field('note', one.note),
      ]),
    ),
    ...part(
      'medicineOrders',
      member.medicineOrders.flatMap((one) => {
        const ageMs = now.getTime() - one.requestedAt.getTime()
        const quietMs = now.getTime() - one.changedAt.getTime()
        const unconfirmed = isUnconfirmed({ state: one.state, ageMs, quietMs })
        return [
          sub(one.drug),
          ...field('kind', coded('order', one.kind)),
          ...field('number', one.receipt),
          ...field('status', coded('order', unconfirmed ? 'unconfirmed' : one.state)),
          ...field('reason', one.reason && coded('order-reason', one.reason)),
          ...field('pharmacy', place(one.pharmacyName, one.pharmacyAddress)),
          ...field('askedOn', moment(one.requestedAt)),
          ...field('sent', one.sentAt && moment(one.sentAt)),
          ...field('lastNews', moment(one.changedAt)),
        ]
      }),
    ),
  ]
}

interface Recorded {
  readonly status: string | null
  readonly withdrawn: boolean
}

/** What the plan says about the status of a record; null: nothing. */
export function recordStatusIn({ say, coded }: ReportWords) {
  return ({ status, withdrawn }: Recorded): string | null => {
    if (withdrawn) return say('withdrawn')
    return status === null ? null : coded('record', status)
  }
}

interface Quantity {
  readonly quantity: number | null
  readonly quantityUnit: string | null
  readonly daysSupply: number | null
}

/** "90 tablets, 90 days"; null if neither is known. */
function quantityText({ quantity, quantityUnit, daysSupply }: Quantity, words: ReportWords): string | null {
  const count = quantity === null ? null : amountText(quantity, quantityUnit, words)
  return (
    [count, daysSupply === null ? null : words.say('days', { count: daysSupply })].filter(Boolean).join(', ') || null
  )
}

function amountText(count: number, unit: string | null, { number, say }: ReportWords): string {
  const known = unit === null ? null : findDoseUnit(unit)
  return [number(count), known === null ? unit : say(`unit.${known}`, { count })].filter(Boolean).join(' ')
}

/** How to take it, in the words of the prescription if it has any; null if nothing is known. */
function doseText(
  { dose, dosing }: { readonly dose: string | null; readonly dosing: Dosing | null },
  words: ReportWords,
): string | null {
  if (dose !== null || dosing === null || !hasDose(dosing)) return dose
  const { say } = words
  const { amount, unit, times, every, period, at, asNeeded } = dosing
  const take = amount === null ? say('dose.take') : say('dose.amount', { amount: amountText(amount, unit, words) })
  const rhythm =
    period === null || times === null
      ? []
      : [
          ...(period === 'hour' ? [] : [say('dose.times', { count: times })]),
          say(`dose.${period}`, { count: every ?? 1 }),
        ]
  const more = [...at.map((one) => say(`dose.${one}`)), ...(asNeeded ? [say('dose.as-needed')] : [])]
  return `${[[take, ...rhythm].join(' '), ...more].join(', ')}.`
}

import type { Language } from '@portico/contract/page'
import { plainDollars } from '../../platform/csv.ts'
import { easternDay } from '../../platform/day.ts'
import type { TextReader } from '../../platform/texts.ts'
import type { toListedClaim } from './service.ts'
import { claimTexts, claimTextsTo, type TextId } from './texts.ts'

type Row = ReturnType<typeof toListedClaim>

export function csvName(language: Language, now: Date): string {
  return `${claimTexts(language)('fileName')}-${easternDay(now)}.csv`
}

/** Columns of the CSV of claims: days as `yyyy-mm-dd`, money as dollars with two decimals, empty if unknown. */
export function csvColumns(
  language: Language,
  reader: TextReader,
): { readonly title: string; readonly of: (row: Row) => string }[] {
  const say = claimTextsTo(reader, language)
  const column = (id: TextId, of: (row: Row) => string) => ({ title: say(id), of })
  return [
    column('serviceDate', (row) => row.serviceDate),
    column('patient', ({ patient }) => `${patient.firstName} ${patient.lastName}`.trim()),
    column('provider', (row) => row.providerName ?? ''),
    column('kind', (row) => say(`kind.${row.category}`)),
    column('claimNumber', (row) => row.claimNumber),
    column('state', (row) => say(`state.${row.state}`)),
    column('billed', (row) => plainDollars(row.billedCents)),
    column('allowed', (row) => plainDollars(row.allowedCents)),
    column('planPart', (row) => plainDollars(row.planPaidCents)),
    column('share', (row) => plainDollars(row.shareCents)),
    column('paidAlready', (row) => (row.shareCents === null ? '' : plainDollars(row.paidCents))),
    column('youOwe', (row) => plainDollars(row.youOweCents)),
  ]
}

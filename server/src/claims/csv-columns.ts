import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from '@portico/contract/page'
import { plainDollars } from '../csv.ts'
import { easternDay } from '../day.ts'
import type { rowOf } from './service.ts'

type Row = ReturnType<typeof rowOf>

const texts = Object.fromEntries(
  languages.map((language) => [
    language,
    JSON.parse(readFileSync(join(import.meta.dirname, 'texts', `${language}.json`), 'utf8')) as Record<string, string>,
  ]),
)

function sayer(language: Language): (id: string) => string {
  return (id) => texts[language]?.[id] ?? id
}

export function csvName(language: Language, now: Date): string {
  return `${sayer(language)('fileName')}-${easternDay(now)}.csv`
}

/** Columns of the CSV of claims: days as `yyyy-mm-dd`, money as dollars with two decimals, empty where it is not known. */
export function csvColumns(language: Language): { readonly title: string; readonly of: (row: Row) => string }[] {
  const say = sayer(language)
  const column = (id: string, of: (row: Row) => string) => ({ title: say(id), of })
  return [
    column('serviceDate', (row) => row.serviceDate),
    column('patient', ({ patient }) => `${patient.firstName} ${patient.lastName}`),
    column('provider', (row) => row.providerName ?? ''),
    column('kind', (row) => say(`kind.${row.category}`)),
    column('claimNumber', (row) => row.claimNumber),
    column('state', (row) => say(`state.${row.state}`)),
    column('billed', (row) => plainDollars(row.billedCents)),
    column('allowed', (row) => plainDollars(row.allowedCents)),
    column('planPaid', (row) => plainDollars(row.planPaidCents)),
    column('youOwe', (row) => plainDollars(row.youOweCents)),
  ]
}

import type { Language } from '@portico/contract/page'
import { isObject, readText, valuesAt } from '@portico/rules/fhir/json'
import { readHealthEntry } from '@portico/rules/health/entry'
import type { Reader } from '../../platform/db/database.ts'
import { findLastVaccine, listVaccineEntries, listVaccines } from './store.ts'
import arabic from './texts/vaccines-ar.json' with { type: 'json' }
import spanish from './texts/vaccines-es.json' with { type: 'json' }
import chinese from './texts/vaccines-zh.json' with { type: 'json' }

/** Vaccines that a member was given, as claims name them (`CVX 113`), with their days. */
export async function readVaccines(db: Reader, memberId: string): Promise<{ code: string; day: string }[]> {
  const rows = await listVaccines(db, memberId)
  return rows.flatMap(({ tokens, day }) => listCvx(tokens).map((number) => ({ code: `CVX ${number}`, day })))
}

function listCvx(tokens: readonly string[]): string[] {
  return tokens.flatMap((token) => {
    const number = /^vaccine-code\|.*\/cvx\|(\d{1,3})$/.exec(token)?.[1]
    return number === undefined ? [] : number.padStart(2, '0')
  })
}

/** When the plan last sent a vaccine of a member; null if it has sent none. */
export async function readVaccinesLoadedAt(db: Reader, memberId: string): Promise<string | null> {
  const at = await findLastVaccine(db, memberId)
  return at === undefined ? null : new Date(at).toISOString()
}

/** A member's vaccines, newest first, as a reader may see them: sensitive ones only for the patient (`sensitiveOf`). */
export async function listShownVaccines(
  db: Reader,
  memberId: string,
  sensitiveOf: string | null,
): Promise<{ name: string | null; day: string | null; codes: string[] }[]> {
  const rows = await listVaccineEntries(db, memberId, sensitiveOf)
  return rows.map(({ body, tokens }) => {
    const { name = null, day = null } = readHealthEntry(JSON.parse(body)) ?? {}
    return { name, day, codes: listCvx(tokens).map((number) => `CVX ${number}`) }
  })
}

/** The public codes of a vaccine in its resource. */
export function listVaccineCodes(resource: unknown): string[] {
  return valuesAt(resource, 'vaccineCode.coding').flatMap((coding) => {
    if (!isObject(coding) || readText(coding.system)?.endsWith('/cvx') !== true) return []
    const code = readText(coding.code)
    return code === undefined ? [] : [`CVX ${code.padStart(2, '0')}`]
  })
}

const vaccineNames: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>> = {
  es: spanish,
  ar: arabic,
  zh: chinese,
}

/** What a vaccine protects against, in a reader's language, by its public codes; otherwise its name as it was sent. */
export function nameVaccine(
  { name, codes }: { readonly name: string | null; readonly codes: readonly string[] },
  language: Language,
): string | null {
  return codes.flatMap((code) => vaccineNames[language]?.[code] ?? [])[0] ?? name
}

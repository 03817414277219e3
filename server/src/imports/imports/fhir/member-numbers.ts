import { timeOfUse } from '@portico/rules/fhir/in-force'
import { isoDayAfter } from '../../../platform/day.ts'
import { findFirstDay, findLastDay } from '../days.ts'
import { holdsSeveral, isNoNumber } from '../text.ts'
import { listCodes } from './codes.ts'
import { currentFirst } from './current.ts'
import type { Identifier } from './shapes.ts'

/** A person's member number in a file, of type `MB` (member number) or `um` (unique member number). */
export interface NumberOfFile {
  readonly kind: 'mb' | 'um'
  readonly value: string
  readonly use?: string | undefined
  readonly period?: { readonly start?: string | undefined; readonly end?: string | undefined } | undefined
  /** The only care that the number is for, by its words: a member is not known by the number of a dental card. */
  readonly only?: 'dental' | 'vision' | 'drug' | undefined
}

/** The numbers of a person that count on a day. */
export interface ChosenNumbers {
  /** The member number; null if the file has none, because a coverage may have it. */
  readonly memberNumber: string | null
  /** The person's own number, if the family shares the member number. */
  readonly uniqueNumber: string | null
  /** A number that no longer counts, and all such numbers. */
  readonly formerNumber: string | null
  readonly formerNumbers: readonly string[]
  /** All numbers that count today and may be the member number, which comes first: a coverage may decide between them. */
  readonly current: readonly string[]
  /** The next day on which another number may take over. */
  readonly changesOn: string | null
}

/**
 * A person's member numbers, without blanks and hyphens. Blue Button 2 calls CMS's internal number of a person their member number; the
 * card shows the Medicare number, which the file has beside it.
 */
export function readNumbers(identifiers: readonly Identifier[]): NumberOfFile[] {
  const isInternal = ({ system }: Identifier) => /\/bene_id$/.test(system ?? '')
  const isMedicare = (one: Identifier) => isOfMedicare(one) && listCodes(one.type).some((code) => code === 'mc')
  const isOfCms = identifiers.some(isInternal) && identifiers.some(isMedicare)
  return identifiers.flatMap((one) => {
    const { type, value, use, period } = one
    const said = listCodes(type).find((code) => code === 'mb' || code === 'um')
    const isLeftOut = (isOfCms && isInternal(one)) || isOfSocialSecurity(one)
    const kind = isOfCms && isMedicare(one) ? 'mb' : isLeftOut ? undefined : said
    const plain = plainNumber(value)
    return kind === undefined || plain === null
      ? []
      : [{ kind, value: plain, use: isHistoric(one) ? 'old' : use, period, only: findOnly(one) }]
  })
}

const careOfCards = [
  ['dental', /\bdental|\bdentist/i],
  ['vision', /\bvision|\beye ?care/i],
  ['drug', /pharmacy|\brx\b|prescription|\bdrugs?\b|part[ -]?d\b/i],
] as const

/** The only care that a number is for, by the words of its issuer, type and system. */
function findOnly({ type, system, assigner }: Identifier): NumberOfFile['only'] {
  const words = [assigner?.display, type?.text, ...(type?.coding ?? []).map(({ display }) => display), system]
  const said = words.join(' ').replaceAll(/[_/]/g, ' ')
  return /\bmedical/i.test(said) ? undefined : careOfCards.find(([, words]) => words.test(said))?.[0]
}

/** A Social Security number is on no card. */
const isOfSocialSecurity = ({ system }: Identifier) => /us-ssn$|113883\.4\.1$/.test(system?.trim() ?? '')

const isOfMedicare = ({ system }: Identifier) => /\/us-mbi$/.test(system ?? '')

/** A person's Medicare numbers, the current one first; CMS's bulk files refer to people by them. */
export function readMedicareNumbers(identifiers: readonly Identifier[]): string[] {
  const own = identifiers.filter(isOfMedicare)
  const [current, former] = [own.filter((one) => !isHistoric(one)), own.filter(isHistoric)]
  return [...new Set([...current, ...former].flatMap(({ value }) => plainNumber(value) ?? []))]
}

/** Whether Blue Button 2 marks a number as a former one. */
function isHistoric({ type, extension }: Identifier): boolean {
  const all = [extension, ...(type?.coding ?? []).map((coding) => coding.extension)].flatMap((some) => some ?? [])
  return all.some(
    ({ url, valueCoding }) =>
      /identifier-currency$/.test(valueCoding?.system ?? url ?? '') && valueCoding?.code === 'historic',
  )
}

/**
 * Of the numbers in force, the member number counts first, else the unique one, else one that begins later; of several member numbers, one
 * in the brand's format that is not for one kind of care alone.
 */
export function chooseNumbers(
  numbers: readonly NumberOfFile[],
  today: string,
  hasForm: (number: string) => boolean = () => true,
): ChosenNumbers {
  const ranked = currentFirst(numbers, today)
  const [valid, former] = [
    ranked.filter((one) => timeOfUse(one, today) < 2),
    ranked.filter((one) => timeOfUse(one, today) >= 2),
  ]
  const rank = ({ value, only }: NumberOfFile) => Number(!hasForm(value)) * 2 + Number(only !== undefined)
  const inForce = valid.filter((one) => timeOfUse(one, today) === 0).toSorted((a, b) => rank(a) - rank(b))
  const [members, own] = [inForce.filter(({ kind }) => kind === 'mb'), inForce.filter(({ kind }) => kind === 'um')]
  const counting = members.length > 0 ? members : own
  const first = counting[0] ?? valid[0]
  const edges = valid.flatMap(({ period }) => {
    const [from, to] = [findFirstDay(period?.start), findLastDay(period?.end)]
    return [from ?? [], to === null ? [] : isoDayAfter(to, 1)].flat()
  })
  const current = [...new Set(counting.map(({ value }) => value))]
  return {
    memberNumber: first?.value ?? null,
    uniqueNumber: own[0]?.value ?? null,
    formerNumber: former[0]?.value ?? null,
    formerNumbers: former.map(({ value }) => value).filter((value) => !current.includes(value)),
    current,
    changesOn: edges.filter((day) => day > today).sort()[0] ?? null,
  }
}

/** Null if nothing remains, or if the number is a placeholder. */
export function plainNumber(value: string | undefined): string | null {
  if (isNoNumber(value ?? '') || holdsSeveral(value ?? '')) return null
  const plain = (value ?? '').replace(/[^A-Za-z0-9]/g, '').toUpperCase()
  return plain === '' ? null : plain
}

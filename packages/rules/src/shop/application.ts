import { checkAddress } from '../validation/address.ts'
import { ageOn, ageOnDay } from '../validation/age.ts'
import { type CalendarDate, checkDate, parseDate, toYyyymmdd } from '../validation/date.ts'
import { checkEmail } from '../validation/email.ts'
import { checkName } from '../validation/name.ts'
import { checkPhone } from '../validation/phone.ts'
import type { Problem } from '../validation/result.ts'
import type { Market } from './lines.ts'

/** A person's relationship to the applicant (SH-9). */
export const applicantRelations = ['self', 'spouse', 'child', 'other'] as const
export type ApplicantRelation = (typeof applicantRelations)[number]

/** Where an application stands; an event causes each state. */
export const applicationStates = ['pending', 'paid', 'effectuated', 'withdrawn'] as const
export type ApplicationState = (typeof applicationStates)[number]

/** The fields asked for each person. */
export const personFields = ['firstName', 'lastName', 'dateOfBirth', 'relation', 'tobacco'] as const
export type PersonField = (typeof personFields)[number]

/** The fields that we ask once per application. */
export const contactFields = ['email', 'phone', 'address', 'city', 'medicareNumber'] as const
export type ContactField = (typeof contactFields)[number]

/** What the applicant must agree to, one by one. */
export const consents = ['truth', 'terms', 'electronic'] as const
export type Consent = (typeof consents)[number]
export const consentFields = [...consents, 'signature'] as const
export type ConsentField = (typeof consentFields)[number]

/** The fields for someone who applies for minors only and is not covered. */
export const guardianFields = ['guardianFirstName', 'guardianLastName', 'guardianDateOfBirth'] as const
export type GuardianField = (typeof guardianFields)[number]

/** Decides who is an adult on a day. */
export interface AdultContext {
  readonly today: CalendarDate
  /** The age that makes someone an adult where they live. */
  readonly adultFrom: number
}

export interface ApplicationContext extends AdultContext {
  readonly market: Market
}

export function checkPerson(field: PersonField, value: string, { today }: ApplicationContext): Problem | null {
  if (field === 'dateOfBirth') return checkBirth(value, today)
  if (field === 'firstName' || field === 'lastName') return checkName(value)
  const fits = field === 'tobacco' ? ['yes', 'no'] : applicantRelations
  return fits.some((one) => one === value) ? null : { code: 'select.not-chosen' }
}

/** Plans must cover children up to this age (45 CFR 147.120); older children apply as another relative, or by telephone. */
export const CHILD_UNTIL = 26

/** Someone who acts for minors is at least this old (45 CFR 155.20): a parent is, even where minority ends later. */
const GUARDIAN_FROM = 18

interface Relative {
  readonly relation: string
  /** As typed. */
  readonly dateOfBirth: string
}

interface Covered {
  /** As typed. */
  readonly dateOfBirth: string
  /** The age entered earlier; null: not entered. It counts while the date of birth is not valid. */
  readonly age?: number | null
}

/**
 * Whether everyone to be covered is a minor today, so that a parent or guardian applies for them. People whose age is not known do not
 * count.
 */
export function needsGuardian(people: readonly Covered[], { today, adultFrom }: AdultContext): boolean {
  const ages = people.flatMap(({ dateOfBirth, age = null }) => readAge(dateOfBirth, today) ?? age ?? [])
  return ages.length > 0 && ages.every((age) => age < adultFrom)
}

/**
 * The index, among the people to be covered, of the one who applies and signs; null: none of them, but a guardian. Someone entered as
 * an adult stays the applicant while a date is being typed.
 */
export function findApplicant(people: readonly Covered[], context: AdultContext): number | null {
  if (needsGuardian(people, context)) return null
  const { today, adultFrom } = context
  const entered = people.findIndex(({ age = null }) => age !== null && age >= adultFrom)
  const grown = people.findIndex(({ dateOfBirth }) => (readAge(dateOfBirth, today) ?? 0) >= adultFrom)
  return Math.max(entered === -1 ? grown : entered, 0)
}

/** Whether the covered person who applies and signs is an adult today. */
export function checkAdult(dateOfBirth: string, { today, adultFrom }: AdultContext): Problem | null {
  const age = readAge(dateOfBirth, today)
  return age === null || age >= adultFrom ? null : { code: 'age.minimum', params: { minimum: adultFrom } }
}

export function checkGuardian(field: GuardianField, value: string, { today }: ApplicationContext): Problem | null {
  if (field !== 'guardianDateOfBirth') return checkName(value)
  return checkBirth(value, today) ?? checkAdult(value, { today, adultFrom: GUARDIAN_FROM })
}

/** Relations of a covered person to a guardian who is not covered. */
export const wardRelations = ['child', 'other'] as const satisfies ApplicantRelation[]

/**
 * Whether a person's stated relation to the applicant is possible on the first day of coverage: a child is younger than 26, and nobody
 * has two spouses. `starts` null: that day is not known.
 */
export function checkRelation(
  people: readonly Relative[],
  at: number,
  { starts, today, adultFrom }: AdultContext & { readonly starts: string | null },
): Problem | null {
  const { relation, dateOfBirth } = people[at] ?? { relation: '', dateOfBirth: '' }
  if (needsGuardian(people, { today, adultFrom }))
    return wardRelations.some((one) => one === relation) ? null : { code: 'select.not-chosen' }
  if (relation === 'spouse' && people.findIndex((one) => one.relation === 'spouse') < at)
    return { code: 'relation.one-spouse' }
  const born = relation === 'child' ? parseDate(dateOfBirth, today) : null
  if (born === null || starts === null) return null
  const age = ageOnDay(toYyyymmdd(born).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'), starts)
  return age < CHILD_UNTIL ? null : { code: 'relation.child-age' }
}

function readAge(dateOfBirth: string, today: CalendarDate): number | null {
  const born = parseDate(dateOfBirth, today)
  return born && ageOn(born, today)
}

function checkBirth(value: string, today: CalendarDate): Problem | null {
  const wrong = checkDate(value, { today, required: true })
  if (wrong !== null) return wrong
  const born = parseDate(value, today)
  const toNumber = ({ year, month, day }: CalendarDate) => year * 10_000 + month * 100 + day
  return born !== null && toNumber(born) > toNumber(today) ? { code: 'age.future' } : null
}

export function checkApplicantContact(field: ContactField, value: string, context: ApplicationContext): Problem | null {
  if (field === 'email') return checkEmail(value, { required: true, longTopLevel: true })
  if (field === 'phone') return checkPhone(value, { required: true })
  if (field === 'medicareNumber') return context.market === 'medicare' ? checkMedicareNumber(value) : null
  if (value.trim() === '') return { code: 'field.required' }
  return checkAddress(value)
}

/** The letters of a Medicare number: those that nobody can mistake for a digit. */
const letter = '[AC-HJKMNP-RT-Y]'
const medicareNumber = new RegExp(`^[1-9]${letter}(?:\\d|${letter})\\d${letter}(?:\\d|${letter})\\d${letter}{2}\\d{2}$`)

/** The 11 characters of a Medicare number (MBI), with or without dashes and spaces. */
export function checkMedicareNumber(value: string): Problem | null {
  if (value.trim() === '') return { code: 'field.required' }
  return medicareNumber.test(plainMedicareNumber(value)) ? null : { code: 'member-id.invalid-alphanumeric' }
}

export function plainMedicareNumber(value: string): string {
  return value.replace(/[\s-]/g, '').toUpperCase()
}

/** A consent must be ticked; a signature must be the applicant's name, as they typed it. */
export function checkConsent(
  field: ConsentField,
  value: string,
  name: { readonly firstName: string; readonly lastName: string },
): Problem | null {
  if (field !== 'signature') return value === 'true' ? null : { code: 'terms.required' }
  if (value.trim() === '') return { code: 'field.required' }
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()
  return plain(value) === plain(`${name.firstName} ${name.lastName}`) ? null : { code: 'name.invalid' }
}

import {
  type ConsentField,
  type ContactField,
  checkAdult,
  checkApplicantContact,
  checkConsent,
  checkGuardian,
  checkPerson,
  checkRelation,
  consentFields,
  contactFields,
  findApplicant,
  type GuardianField,
  guardianFields,
  type PersonField,
  personFields,
} from '@portico/rules/shop/application'
import type { Market } from '@portico/rules/shop/lines'
import { findAdultAge } from '@portico/rules/shop/majority'
import { checkDate } from '@portico/rules/validation/date'
import { usePage } from '../../base/page-state.tsx'
import type { Translate } from '../../base/texts/text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { takeCarried } from '../../kit/forms/carried.ts'
import { findEasternDay } from '../../kit/forms/eastern-day.ts'
import type { FieldProblem, Values } from '../../kit/forms/field-problems.ts'
import { findKeptPlace } from '../../kit/forms/kept-values.ts'
import type { Form } from '../../kit/forms/use-form.ts'
import { useForm } from '../../kit/forms/use-form.ts'
import { changePeople, newPerson, type Person, readPeople, type Typed } from './kept-people.ts'

export type ApplyName =
  | `${PersonField | 'age'}-${number}`
  | GuardianField
  | ContactField
  | ConsentField
  | 'event'
  | 'eventDay'
export interface ApplyForm extends Form<ApplyName> {
  readonly people: readonly Person[]
  /** The position of the person who fills it in and signs; null: that person is not covered, because all who are covered are minors. */
  readonly applicant: number | null
  /** The age from which people apply for themselves in that state. */
  readonly adultFrom: number
  /** The problem with someone's relationship to the applicant, before anybody is asked to correct it. */
  findUnrelated(at: number): FieldProblem | null
  /** Adds a person, with empty fields if none is given. */
  add(at: number, person?: Person): void
  takeOff(at: number): void
}

/** The typed event that lets someone enroll outside of the yearly window. */
export type EventValues = Pick<ApplyForm['values'], 'event' | 'eventDay'>

/** The label of a field, as the list of problems names it. */
function formatLabel(t: Translate, name: ApplyName): string {
  const [field = '', at] = name.split('-')
  const label = t(`apply.${field as PersonField | GuardianField | ContactField | ConsentField | 'event' | 'eventDay'}`)
  return at === undefined ? label : t('apply.of', { label, number: Number(at) + 1 })
}

interface Asked {
  readonly market: Market
  /** The state where the people live. */
  readonly state: string | null
  readonly needsEvent: boolean
  /** The first day of coverage. */
  readonly findStarts: (values: EventValues) => string | null
  /** The form's initial values. */
  readonly begin: Typed
}

const formId = 'shop-apply'

/** The application as a form, validated here by the same rules as on the server; people can be added and removed while it is filled in. */
export function useApplyForm({ market, state, needsEvent, findStarts, begin }: Asked): ApplyForm {
  const t = useText()
  const { now, session } = usePage()
  const day = findEasternDay(now)
  const today = { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8)) }
  const context = { market, today, adultFrom: findAdultAge(state) }
  // A page that was rendered again keeps the people of the previous one.
  const carried = takeCarried(findKeptPlace(formId, session?.logonId ?? null))
  const read = (values: Typed) => readRelatives(values, context)
  const checkRelated = (values: Values<ApplyName>, at: number) =>
    checkRelation(read(values).people, at, { ...context, starts: findStarts(values) })
  const form = useForm<ApplyName>({
    id: formId,
    initial: (isTyped(carried) ? carried : begin) as Record<ApplyName, string>,
    secret: 'personal',
    label: (name) => formatLabel(t, name),
    serverTexts: { params: { minimum: context.adultFrom } },
    check: (name, values) => {
      if (name === 'event') return needsEvent && values.event === '' ? { code: 'select.not-chosen' } : null
      if (name === 'eventDay') return needsEvent ? checkDate(values.eventDay, { today, required: true }) : null
      const contact = contactFields.find((one) => one === name)
      if (contact) return checkApplicantContact(contact, values[contact], context)
      const consent = consentFields.find((one) => one === name)
      const { people, applicant } = read(values)
      if (consent) return checkSigned(consent, values, applicant)
      const guardian = guardianFields.find((one) => one === name)
      if (guardian) return applicant === null ? checkGuardian(guardian, values[guardian], context) : null
      const field = personFields.find((one) => name.startsWith(`${one}-`))
      if (field === undefined) return null
      const at = Number(name.split('-')[1])
      const value = (field === 'relation' ? people[at]?.relation : values[name]) ?? ''
      const wrong = checkPerson(field, value, context)
      if (wrong !== null) return wrong
      if (field === 'dateOfBirth' && at === applicant) return checkAdult(value, context)
      return field === 'relation' ? checkRelated(values, at) : null
    },
  })
  const { values } = form
  const people = readPeople(values)
  const { applicant } = read(values)
  const change = (next: readonly Person[], formerly: (at: number) => number) => {
    const changed = changePeople(letActFor(values, applicant, next, context), next)
    form.replace(changed as Values<ApplyName>, (name) => {
      const [field = '', at] = name.split('-')
      return at === undefined ? name : (`${field}-${formerly(Number(at))}` as ApplyName)
    })
  }
  return {
    ...form,
    ...{ people, applicant, adultFrom: context.adultFrom },
    findUnrelated: (at) => (values[`relation-${at}`] === '' ? null : checkRelated(values, at)),
    add: (at, person = newPerson()) =>
      change(people.toSpliced(at, 0, person), (now) => (now === at ? people.length : now > at ? now - 1 : now)),
    takeOff: (at) => change(people.toSpliced(at, 1), (now) => (now >= at ? now + 1 : now)),
  }
}

function isTyped(carried: unknown): carried is Typed {
  return typeof carried === 'object' && carried !== null
}

type Adults = Parameters<typeof findApplicant>[1]

/** The people to be covered, as the rules know them, and which of them applies. */
function readRelatives(values: Typed, adults: Adults) {
  const listed = readPeople(values).map((person) => ({ ...person, age: person.age === '' ? null : Number(person.age) }))
  const applicant = findApplicant(listed, adults)
  return { applicant, people: listed.map((one, at) => (at === applicant ? { ...one, relation: 'self' } : one)) }
}

/** If the applicant is removed, they apply for the remaining minors: their name and date of birth are already typed. */
function letActFor(values: Typed, applicant: number | null, next: readonly Person[], adults: Adults): Typed {
  const left = applicant === null ? undefined : readPeople(values)[applicant]
  if (left === undefined || readRelatives(changePeople(values, next), adults).applicant !== null) return values
  const { firstName, lastName, dateOfBirth } = left
  return { ...values, guardianFirstName: firstName, guardianLastName: lastName, guardianDateOfBirth: dateOfBirth }
}

/** Checks the applicant's consent, or their signature, which must be the name that they have typed. */
function checkSigned(consent: ConsentField, values: Values<ApplyName>, applicant: number | null): FieldProblem | null {
  const { firstName, lastName } = readApplicant(values, applicant)
  const wrong = checkConsent(consent, values[consent], { firstName, lastName })
  if (wrong?.code !== 'name.invalid') return wrong
  return { code: 'apply.signature.differs', params: { name: `${firstName} ${lastName}`.trim() } }
}

/** The person who applies and signs, as typed: one of those covered, or the guardian. */
function readApplicant(values: Values<ApplyName>, applicant: number | null) {
  return {
    firstName: (applicant === null ? values.guardianFirstName : values[`firstName-${applicant}`]) ?? '',
    lastName: (applicant === null ? values.guardianLastName : values[`lastName-${applicant}`]) ?? '',
  }
}

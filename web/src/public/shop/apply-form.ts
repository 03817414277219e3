import { allowsLongTopLevel } from '@portico/rules/brand/dd-token'
import {
  ADULT_FROM,
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
  type GuardianField,
  guardianFields,
  needsGuardian,
  type PersonField,
  personFields,
} from '@portico/rules/shop/application'
import type { Market } from '@portico/rules/shop/lines'
import { checkDate } from '@portico/rules/validation/date'
import { usePage } from '../../base/page-state.tsx'
import { readCookie } from '../../base/storage/page-cookies.ts'
import type { Translate } from '../../base/texts/text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { findEasternDay } from '../../kit/forms/eastern-day.ts'
import type { FieldProblem, Values } from '../../kit/forms/field-problems.ts'
import type { Form } from '../../kit/forms/use-form.ts'
import { useForm } from '../../kit/forms/use-form.ts'

export type ApplyName = `${PersonField}-${number}` | GuardianField | ContactField | ConsentField | 'event' | 'eventDay'
export interface ApplyForm extends Form<ApplyName> {
  /** Whether everyone to be covered is a minor, so that who fills it in is not among them. */
  readonly forMinors: boolean
}

/** What was typed of the event that lets someone enroll outside of the yearly window. */
export type EventValues = Pick<ApplyForm['values'], 'event' | 'eventDay'>

/** The label of a field, as the list of problems names it. */
function formatLabel(t: Translate, name: ApplyName): string {
  const [field = '', at] = name.split('-')
  const label = t(`apply.${field as PersonField | GuardianField | ContactField | ConsentField | 'event' | 'eventDay'}`)
  return at === undefined ? label : t('apply.of', { label, number: Number(at) + 1 })
}

/** The application as a form, validated here by the same rules as on the server; it begins with what was typed before. */
export function useApplyForm(
  market: Market,
  people: readonly { readonly age: number; readonly tobacco: boolean }[],
  needsEvent: boolean,
  kept: Readonly<Record<string, string>>,
  findStarts: (values: EventValues) => string | null,
): ApplyForm {
  const t = useText()
  const { now } = usePage()
  const day = findEasternDay(now)
  const today = { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8)) }
  const context = { market, today, longTopLevel: allowsLongTopLevel(globalThis.document && readCookie('ddToken')) }
  // In the order on the page and in the list of problems.
  const initial: Record<string, string> = { event: '', eventDay: '' }
  for (const [at, { tobacco }] of people.entries()) {
    for (const field of personFields) initial[`${field}-${at}`] = ''
    initial[`tobacco-${at}`] = tobacco ? 'yes' : 'no'
    initial[`relation-${at}`] = ''
  }
  for (const name of guardianFields) initial[name] = ''
  for (const name of [...contactFields, ...consentFields]) initial[name] = ''
  for (const name of Object.keys(initial)) initial[name] = kept[name] ?? initial[name] ?? ''
  const readPeople = (values: Values<ApplyName>, forMinors: boolean) =>
    people.map(({ age }, at) => ({
      age,
      relation: at === 0 && !forMinors ? 'self' : (values[`relation-${at}`] ?? ''),
      dateOfBirth: values[`dateOfBirth-${at}`] ?? '',
    }))
  const areMinors = (values: Values<ApplyName>) => needsGuardian(readPeople(values, true), today)
  const form = useForm<ApplyName>({
    id: 'shop-apply',
    initial: initial as Record<ApplyName, string>,
    secret: 'personal',
    label: (name) => formatLabel(t, name),
    serverTexts: { params: { minimum: ADULT_FROM } },
    check: (name, values) => {
      if (name === 'event') return needsEvent && values.event === '' ? { code: 'select.not-chosen' } : null
      if (name === 'eventDay') return needsEvent ? checkDate(values.eventDay, { today, required: true }) : null
      const contact = contactFields.find((one) => one === name)
      if (contact) return checkApplicantContact(contact, values[contact], context)
      const consent = consentFields.find((one) => one === name)
      const forMinors = areMinors(values)
      if (consent) return checkSigned(consent, values, forMinors)
      const guardian = guardianFields.find((one) => one === name)
      if (guardian) return forMinors ? checkGuardian(guardian, values[guardian], context) : null
      const field = personFields.find((one) => name.startsWith(`${one}-`))
      const at = Number(name.split('-')[1])
      const relatives = readPeople(values, forMinors)
      const value = (field === 'relation' ? relatives[at]?.relation : values[name]) ?? ''
      const wrong = field === undefined ? null : checkPerson(field, value, context)
      if (wrong !== null) return wrong
      if (name === 'dateOfBirth-0' && !forMinors) return checkAdult(value, today)
      return field === 'relation' ? checkRelation(relatives, at, { starts: findStarts(values), today }) : null
    },
  })
  return { ...form, forMinors: areMinors(form.values) }
}

/** A consent of who applies, or their signature, which is the name that they have typed. */
function checkSigned(consent: ConsentField, values: Values<ApplyName>, forMinors: boolean): FieldProblem | null {
  const { firstName, lastName } = readApplicant(values, forMinors)
  const wrong = checkConsent(consent, values[consent], { firstName, lastName })
  if (wrong?.code !== 'name.invalid') return wrong
  return { code: 'apply.signature.differs', params: { name: `${firstName} ${lastName}`.trim() } }
}

/** Who applies and signs, as typed: the first of those covered, or the guardian. */
function readApplicant(values: Values<ApplyName>, forMinors: boolean) {
  return {
    firstName: (forMinors ? values.guardianFirstName : values['firstName-0']) ?? '',
    lastName: (forMinors ? values.guardianLastName : values['lastName-0']) ?? '',
  }
}

import { allowsLongTopLevel } from '@portico/rules/brand/dd-token'
import {
  type ConsentField,
  type ContactField,
  checkApplicantContact,
  checkConsent,
  checkPerson,
  checkRelation,
  consentFields,
  contactFields,
  type PersonField,
  personFields,
} from '@portico/rules/shop/application'
import type { Market } from '@portico/rules/shop/lines'
import { checkDate } from '@portico/rules/validation/date'
import { usePage } from '../../base/page-state.tsx'
import { readCookie } from '../../base/storage/page-cookies.ts'
import type { Translate } from '../../base/texts/text.tsx'
import { useText } from '../../base/texts/text.tsx'
import type { Form } from '../../kit/forms/use-form.ts'
import { useForm } from '../../kit/forms/use-form.ts'

export type ApplyName = `${PersonField}-${number}` | ContactField | ConsentField | 'event' | 'eventDay'
export type ApplyForm = Form<ApplyName>

/** What was typed of the event that lets someone enroll outside of the yearly window. */
export type EventValues = Pick<ApplyForm['values'], 'event' | 'eventDay'>

/** The label of a field, as the list of problems names it. */
function formatLabel(t: Translate, name: ApplyName): string {
  const [field = '', at] = name.split('-')
  const label = t(`apply.${field as PersonField | ContactField | ConsentField | 'event' | 'eventDay'}`)
  return at === undefined ? label : t('apply.of', { label, number: Number(at) + 1 })
}

/** The application as a form, validated here by the same rules as on the server; it begins with what was typed before. */
export function useApplyForm(
  market: Market,
  people: readonly { readonly tobacco: boolean }[],
  needsEvent: boolean,
  kept: Readonly<Record<string, string>>,
  findStarts: (values: EventValues) => string | null,
): ApplyForm {
  const t = useText()
  const { now } = usePage()
  const day = now.slice(0, 10)
  const today = { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8)) }
  const context = { market, today, longTopLevel: allowsLongTopLevel(globalThis.document && readCookie('ddToken')) }
  // In the order on the page and in the list of problems.
  const initial: Record<string, string> = { event: '', eventDay: '' }
  for (const [at, { tobacco }] of people.entries()) {
    for (const field of personFields) initial[`${field}-${at}`] = ''
    initial[`tobacco-${at}`] = tobacco ? 'yes' : 'no'
    initial[`relation-${at}`] = at === 0 ? 'self' : ''
  }
  for (const name of [...contactFields, ...consentFields]) initial[name] = ''
  for (const name of Object.keys(initial)) initial[name] = kept[name] ?? initial[name] ?? ''
  return useForm<ApplyName>({
    id: 'shop-apply',
    initial: initial as Record<ApplyName, string>,
    secret: 'personal',
    label: (name) => formatLabel(t, name),
    check: (name, values) => {
      if (name === 'event') return needsEvent && values.event === '' ? { code: 'select.not-chosen' } : null
      if (name === 'eventDay') return needsEvent ? checkDate(values.eventDay, { today, required: true }) : null
      const contact = contactFields.find((one) => one === name)
      if (contact) return checkApplicantContact(contact, values[contact], context)
      const consent = consentFields.find((one) => one === name)
      const applicant = { firstName: values['firstName-0'] ?? '', lastName: values['lastName-0'] ?? '' }
      if (consent) return checkConsent(consent, values[consent], applicant)
      const field = personFields.find((one) => name.startsWith(`${one}-`))
      const wrong = field === undefined ? null : checkPerson(field, values[name] ?? '', context)
      if (wrong !== null || field !== 'relation') return wrong
      const relatives = people.map((_, at) => ({
        relation: values[`relation-${at}`] ?? '',
        dateOfBirth: values[`dateOfBirth-${at}`] ?? '',
      }))
      return checkRelation(relatives, Number(name.split('-')[1]), { starts: findStarts(values), today })
    },
  })
}

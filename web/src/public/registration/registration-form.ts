import { allowsLongTopLevel } from '@portico/rules/brand/dd-token'
import { limits } from '@portico/rules/limits'
import {
  type RegistrationStep,
  registrationFields,
  registrationSteps,
  toTypedDay,
} from '@portico/rules/registration/fields'
import { type SavedField, savedFields, savedNeeds } from '@portico/rules/registration/saved'
import { usePage } from '../../base/page-state.tsx'
import { readCookie } from '../../base/storage/page-cookies.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import type { FieldProblem, Values } from '../../kit/forms/field-problems.ts'
import { findKeptPlace, keep } from '../../kit/forms/kept-values.ts'
import { questionNames } from '../../kit/forms/security-questions.ts'
import { type Form, useForm } from '../../kit/forms/use-form.ts'
import { checkField, extras, type Known, type RegistrationName } from './typed.ts'

export type RegistrationForm = Form<RegistrationName>

const formId = 'register'
const names: readonly RegistrationName[] = [...registrationFields, ...questionNames, ...extras]
const empty = Object.fromEntries(names.map((name) => [name, ''])) as Values<RegistrationName>
const secret = ['newPassword', ...questionNames.filter((name) => name.startsWith('answer'))] as RegistrationName[]

export const stepIds = registrationSteps.map(({ id }) => id)

/** The steps, and continuing later, which is possible from each of them. */
export type Asking = RegistrationStep | 'later'

/** The fields that are asked for. */
export function listNames(step: Asking): readonly RegistrationName[] {
  if (step === 'later') return savedNeeds
  const { fields } = registrationSteps.find(({ id }) => id === step) ?? registrationSteps[0]
  if (step === 'login') return [...fields, 'newPassword']
  return step === 'finish' ? [...questionNames, ...fields] : fields
}

/** The one form for all steps: its values survive going back, a reload and an expiry; secrets are kept only in memory. */
export function useRegistrationForm(
  step: Asking,
  known: Known,
  zipCode: string,
): {
  readonly form: RegistrationForm
  /** Index of the first step that is not valid yet; the number of steps if all are. */
  readonly firstOpen: number
} {
  const t = useText()
  const check = useCheck(known)
  const { tier, history } = known.passwordRule
  const form = useForm<RegistrationName>({
    id: formId,
    initial: { ...empty, zipCode },
    secret,
    label: (name, { relationship }) => t(findLabel(name, relationship), { place: name.at(-1) }),
    check: (name, values) => (listNames(step).includes(name) ? check(name, values) : null),
    serverTexts: { params: { count: history, minimum: tier.minLength, maximum: limits.securityAnswer.max } },
  })
  const open = stepIds.findIndex((id) => listNames(id).some((name) => check(name, form.values) !== null))
  return { form, firstOpen: open < 0 ? stepIds.length : open }
}

function useCheck(known: Known) {
  const { brand } = usePage()
  return (name: RegistrationName, values: Values<RegistrationName>): FieldProblem | null => {
    const longTopLevel = allowsLongTopLevel(globalThis.document && readCookie('ddToken'))
    return checkField(name, values, known, { brand, longTopLevel, now: new Date() })
  }
}

/** Problems in this step's fields, in page order; other steps show their own. */
export function filterSummary(
  { summary }: Pick<RegistrationForm, 'summary'>,
  asking: Asking,
): RegistrationForm['summary'] {
  const wrong = listNames(asking).flatMap(
    (name) => summary.wrong.find(({ controlId }) => controlId === `${formId}-${name}`) ?? [],
  )
  return { ...summary, wrong }
}

/** The data to store for later, in the form that the server takes. */
export function toSaved(values: Values<RegistrationName>): Record<SavedField, string> {
  const saved = Object.fromEntries(savedFields.map((name) => [name, values[name]])) as Record<SavedField, string>
  return { ...saved, dateOfBirth: toTypedDay(values.dateOfBirth) }
}

/** Returns a function that puts stored data where this browser tab keeps what is typed. */
export function useTakeSaved() {
  const place = findKeptPlace(formId, usePage().session?.logonId ?? null)
  return (saved: Readonly<Record<SavedField, string>>, savedId: string) =>
    keep(place, { ...empty, ...saved, savedId }, secret)
}

function findLabel(name: RegistrationName, relationship: string): MessageId {
  if (name.startsWith('questionId')) return 'form.question'
  if (name.startsWith('answer')) return 'form.answer'
  return personLabels(relationship)[name] ?? labels[name] ?? 'registration.title'
}

const labels: Partial<Record<RegistrationName, MessageId>> = {
  userType: 'registration.userType',
  zipCode: 'registration.zipCode',
  county: 'registration.county',
  relationship: 'registration.relationship',
  memberId: 'form.memberId',
  email: 'form.email',
  emailRepeat: 'form.emailRepeat',
  phone: 'registration.phone',
  phoneType: 'registration.phoneType',
  logonId: 'form.loginId',
  newPassword: 'registration.password',
  terms: 'registration.terms',
}

/** A guardian enters the child's names and date of birth. */
export function personLabels(relationship: string) {
  const whose = relationship === 'CUSTODIAL PARENT/GUARDIAN' ? 'child' : 'own'
  return {
    firstName: `registration.firstName.${whose}`,
    lastName: `registration.lastName.${whose}`,
    dateOfBirth: `registration.dateOfBirth.${whose}`,
  } as Partial<Record<RegistrationName, MessageId>> & Record<'firstName' | 'lastName' | 'dateOfBirth', MessageId>
}

import { allowsLongTopLevel } from '@portico/rules/brand/dd-token'
import { limits } from '@portico/rules/limits'
import { segmentOf } from '@portico/rules/registration/choices'
import {
  checkRegistration,
  type RegistrationContext,
  type RegistrationStep,
  registrationFields,
  registrationSteps,
  typedDay,
} from '@portico/rules/registration/fields'
import { type SavedField, savedFields, savedNeeds } from '@portico/rules/registration/saved'
import { easternParts } from '@portico/rules/time/eastern'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import { checkPassword } from '@portico/rules/validation/password'
import type { FieldProblem, Values } from '../forms/field-problems.ts'
import { keep } from '../forms/kept-values.ts'
import { checkQuestion, type OfferedQuestions, type QuestionName, questionNames } from '../forms/security-questions.ts'
import { type Form, useForm } from '../forms/use-form.ts'
import type { MessageId } from '../messages/catalogues.ts'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { readCookie } from '../session/page-cookies.ts'
import type { PasswordRule } from '../ui/password-requirements.tsx'

/**
 * `stay`: the zip for which a member goes on with this brand; `callMe`: whether a visitor wants to hear of plans;
 * `guardianProof`: what the server gave a child's guardian for their PIN; `savedId`: what is saved of it for later.
 */
const extras = ['newPassword', 'stay', 'callMe', 'guardianProof', 'savedId'] as const
export type RegistrationName = (typeof registrationFields)[number] | QuestionName | (typeof extras)[number]
export type RegistrationForm = Form<RegistrationName>

const formId = 'register'
const names: readonly RegistrationName[] = [...registrationFields, ...questionNames, ...extras]
const empty = Object.fromEntries(names.map((name) => [name, ''])) as Values<RegistrationName>
const secret = ['newPassword', ...questionNames.filter((name) => name.startsWith('answer'))] as RegistrationName[]

/** What the rules of the fields ask for that only the server knows. */
export interface Known {
  /** Null until the counties of the typed zip are known. */
  readonly counties: RegistrationContext['counties'] | null
  readonly passwordRule: PasswordRule
  readonly questions: OfferedQuestions
}

export const stepIds = registrationSteps.map(({ id }) => id)

/** The steps, and leaving it for later, which can be done from each. */
export type Asking = RegistrationStep | 'later'

/** The fields that are asked for. */
export function namesOf(step: Asking): readonly RegistrationName[] {
  if (step === 'later') return savedNeeds
  const { fields } = registrationSteps.find(({ id }) => id === step) ?? registrationSteps[0]
  if (step === 'login') return [...fields, 'newPassword']
  return step === 'finish' ? [...questionNames, ...fields] : fields
}

/** The one form of all steps: its values survive going back, a reload and an expiry; secrets are kept in memory alone. */
export function useRegistrationForm(
  step: Asking,
  known: Known,
  zipCode: string,
): {
  readonly form: RegistrationForm
  /** The first step that is not right yet; the number of steps where all are. */
  readonly firstOpen: number
} {
  const t = useText()
  const check = useCheck(known)
  const { tier, history } = known.passwordRule
  const form = useForm<RegistrationName>({
    id: formId,
    initial: { ...empty, zipCode },
    secret,
    label: (name, { relationship }) => t(labelOf(name, relationship), { place: name.at(-1) }),
    check: (name, values) => (namesOf(step).includes(name) ? check(name, values) : null),
    serverTexts: { params: { count: history, minimum: tier.minLength, maximum: limits.securityAnswer.max } },
  })
  const open = stepIds.findIndex((id) => namesOf(id).some((name) => check(name, form.values) !== null))
  return { form, firstOpen: open < 0 ? stepIds.length : open }
}

function useCheck({ counties, passwordRule, questions }: Known) {
  const { brand } = usePage()
  return (name: RegistrationName, values: Values<RegistrationName>): FieldProblem | null => {
    if (name === 'newPassword')
      return checkPassword(values.newPassword, { ...passwordRule, loginId: normalizeLoginId(values.logonId) })
    const question = questionNames.find((one) => one === name)
    if (question !== undefined) return checkQuestion(question, values, questions)
    const field = registrationFields.find((one) => one === name)
    if (field === undefined) return null
    const [year = 0, month = 0, day = 0] = easternParts(new Date()).day.split('-').map(Number)
    return checkRegistration(
      field,
      { ...values, dateOfBirth: typedDay(values.dateOfBirth) },
      {
        brand,
        today: { year, month, day },
        longTopLevel: allowsLongTopLevel(globalThis.document && readCookie('ddToken')),
        counties: counties ?? [],
      },
    )
  }
}

/** What somebody tells of where they are and what they look for. */
export function placeOf(values: Values<RegistrationName>, brand: string) {
  const segment = segmentOf(values.userType)
  return { brand, zipCode: values.zipCode, userType: values.userType, ...(segment && { segment }) }
}

/** Whom the coverage is of, as the server takes it. */
export function coverageOf(values: Values<RegistrationName>) {
  const { relationship, memberId, firstName, lastName, dateOfBirth } = values
  return { relationship, memberId: memberId.trim(), firstName, lastName, dateOfBirth: typedDay(dateOfBirth) }
}

/** Everything that an account needs. */
export function accountOf(values: Values<RegistrationName>, registrationId: string) {
  const { county, email, emailRepeat, phone, phoneType, logonId, newPassword, terms } = values
  return {
    ...{ registrationId, county, email, emailRepeat, phone, phoneType, newPassword },
    logonId: normalizeLoginId(logonId),
    termsAccepted: terms === 'true',
    answers: ([1, 2, 3] as const).map((place) => ({
      questionId: values[`questionId${place}`],
      answer: values[`answer${place}`],
    })),
  }
}

/** What is wrong with what is asked for here; fields of other steps are told where they are asked for. */
export function summaryOf({ summary }: RegistrationForm, asking: Asking): RegistrationForm['summary'] {
  const own = namesOf(asking).map((name) => `${formId}-${name}`)
  return { ...summary, wrong: summary.wrong.filter(({ controlId }) => own.includes(controlId)) }
}

/** What is kept for later, as the server takes it. */
export function savedOf(values: Values<RegistrationName>): Record<SavedField, string> {
  const saved = Object.fromEntries(savedFields.map((name) => [name, values[name]])) as Record<SavedField, string>
  return { ...saved, dateOfBirth: typedDay(values.dateOfBirth) }
}

/** Puts what was kept for later where this tab keeps what is typed. */
export function takeSaved(saved: Readonly<Record<SavedField, string>>, savedId: string): void {
  keep(formId, { ...empty, ...saved, savedId }, secret)
}

function labelOf(name: RegistrationName, relationship: string): MessageId {
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

/** A guardian gives the child's names and date of birth. */
export function personLabels(relationship: string) {
  const whose = relationship === 'CUSTODIAL PARENT/GUARDIAN' ? 'child' : 'own'
  return {
    firstName: `registration.firstName.${whose}`,
    lastName: `registration.lastName.${whose}`,
    dateOfBirth: `registration.dateOfBirth.${whose}`,
  } as Partial<Record<RegistrationName, MessageId>> & Record<'firstName' | 'lastName' | 'dateOfBirth', MessageId>
}

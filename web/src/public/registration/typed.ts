import { findSegment } from '@portico/rules/registration/choices'
import {
  checkRegistration,
  type RegistrationContext,
  registrationFields,
  toTypedDay,
} from '@portico/rules/registration/fields'
import { easternParts } from '@portico/rules/time/eastern'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import { checkPassword, type PasswordTier } from '@portico/rules/validation/password'
import type { FieldProblem, Values } from '../../kit/forms/field-problems.ts'
import {
  checkQuestion,
  type OfferedQuestions,
  type QuestionName,
  questionNames,
} from '../../kit/forms/security-questions.ts'

/**
 * `stay`: the zip for which a member stays with this brand; `callMe`: whether a visitor wants to hear about plans; `guardianProof`:
 * the server's proof for a child's guardian who entered the PIN; `savedId`: the stored registration.
 */
export const extras = ['newPassword', 'stay', 'callMe', 'guardianProof', 'savedId'] as const
export type RegistrationName = (typeof registrationFields)[number] | QuestionName | (typeof extras)[number]

/** What the field rules need from the server. */
export interface Known {
  /** Null until the counties of the typed zip are known. */
  readonly counties: RegistrationContext['counties'] | null
  readonly passwordRule: { readonly tier: PasswordTier; readonly history: number }
  readonly questions: OfferedQuestions
}

/** Checks a field of a registration as typed, by the same rules as the server. */
export function checkField(
  name: RegistrationName,
  values: Values<RegistrationName>,
  { counties, passwordRule, questions }: Known,
  { now, ...page }: Pick<RegistrationContext, 'brand' | 'longTopLevel'> & { readonly now: Date },
): FieldProblem | null {
  if (name === 'newPassword')
    return checkPassword(values.newPassword, { ...passwordRule, loginId: normalizeLoginId(values.logonId) })
  const question = questionNames.find((one) => one === name)
  if (question !== undefined) return checkQuestion(question, values, questions)
  const field = registrationFields.find((one) => one === name)
  if (field === undefined) return null
  const [year = 0, month = 0, day = 0] = easternParts(now).day.split('-').map(Number)
  return checkRegistration(
    field,
    { ...values, dateOfBirth: toTypedDay(values.dateOfBirth) },
    { ...page, today: { year, month, day }, counties: counties ?? [] },
  )
}

/** Where a person lives and what they are looking for. */
export function toPlace(values: Values<RegistrationName>, brand: string) {
  const segment = findSegment(values.userType)
  return { brand, zipCode: values.zipCode, userType: values.userType, ...(segment && { segment }) }
}

/** The person with the coverage, in the format that the server takes. */
export function toCoverage(values: Values<RegistrationName>) {
  const { relationship, memberId, firstName, lastName, dateOfBirth } = values
  return { relationship, memberId: memberId.trim(), firstName, lastName, dateOfBirth: toTypedDay(dateOfBirth) }
}

/** Everything that an account needs. */
export function toAccount(values: Values<RegistrationName>, registrationId: string) {
  const { county, email, emailRepeat, phone, phoneType, logonId, newPassword, terms } = values
  return {
    registrationId,
    county,
    email,
    emailRepeat,
    phone,
    phoneType,
    newPassword,
    logonId: normalizeLoginId(logonId),
    termsAccepted: terms === 'true',
    answers: ([1, 2, 3] as const).map((place) => ({
      questionId: values[`questionId${place}`],
      answer: values[`answer${place}`],
    })),
  }
}

import { type ContactName, checkContact } from '@portico/rules/identity/contact'
import { checkEmail, checkEmailRepeat } from '@portico/rules/validation/email'
import type { FieldProblem, Values } from '../../kit/forms/field-problems.ts'

/** The fields of the form: the lines of contact information, and the kind of phone. */
export type ContactField = ContactName | 'phoneType'

export function checkContactField(name: ContactField, values: Values<ContactField>): FieldProblem | null {
  return name === 'phoneType' ? null : checkContact(name, values[name])
}

/** Checks a new e-mail address, typed twice (VA-6). */
export function checkNewEmail(
  name: 'email' | 'repeat',
  { email, repeat }: Values<'email' | 'repeat'>,
  longTopLevel: boolean,
): FieldProblem | null {
  return name === 'email' ? checkEmail(email, { required: true, longTopLevel }) : checkEmailRepeat(repeat, email)
}

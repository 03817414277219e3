import type { BodyOf } from '@portico/contract/call'
import type { updateProfile } from '@portico/contract/calls/profile'
import { checkAddress, normalizeAddress } from '@portico/rules/validation/address'
import { checkEmail, checkEmailRepeat } from '@portico/rules/validation/email'
import { checkPhone } from '@portico/rules/validation/phone'
import { isZipCode } from '@portico/rules/validation/zip-code'
import type { FieldProblem, Values } from '../../kit/forms/field-problems.ts'

export type ContactName = keyof BodyOf<typeof updateProfile>

/** Checks contact information by the same rules as the server; every field may stay empty. */
export function checkContact(name: ContactName, values: Values<ContactName>): FieldProblem | null {
  const value = values[name].trim()
  switch (name) {
    case 'phone':
      return checkPhone(value)
    case 'address':
      return checkAddress(normalizeAddress(value))
    case 'city':
      return checkAddress(value)
    case 'zipCode':
      return value === '' || isZipCode(value) ? null : { code: 'profile.zipInvalid' }
    case 'nickName':
    case 'phoneType':
      return null
  }
}

/** Checks a new e-mail address, typed twice (VA-6). */
export function checkNewEmail(
  name: 'email' | 'repeat',
  { email, repeat }: Values<'email' | 'repeat'>,
  longTopLevel: boolean,
): FieldProblem | null {
  return name === 'email' ? checkEmail(email, { required: true, longTopLevel }) : checkEmailRepeat(repeat, email)
}

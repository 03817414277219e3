import type { Brand } from '../brand/types.ts'
import { checkAge } from '../validation/age.ts'
import { type CalendarDate, checkDate, joinDateParts, parseDate } from '../validation/date.ts'
import { checkEmail, checkEmailRepeat } from '../validation/email.ts'
import { checkLoginId } from '../validation/login-id.ts'
import { checkMemberId } from '../validation/member-id.ts'
import { checkName } from '../validation/name.ts'
import { checkPhone } from '../validation/phone.ts'
import { phoneTypes } from '../validation/phone-type.ts'
import type { Problem } from '../validation/result.ts'
import { checkZipCode } from '../validation/zip-code.ts'
import { isGuardian, isVisitor, listUserTypes, registrantRelationships } from './choices.ts'

/** The fields of a registration that we can check without the server. */
export const registrationFields = [
  'userType',
  'zipCode',
  'county',
  'relationship',
  'memberId',
  'firstName',
  'lastName',
  'dateOfBirth',
  'email',
  'emailRepeat',
  'phone',
  'phoneType',
  'logonId',
  'terms',
] as const
export type RegistrationField = (typeof registrationFields)[number]

/** As typed: the date of birth `mm/dd/yyyy`, the county by its FIPS code, `terms` as `true` if accepted. */
export type RegistrationValues = Readonly<Record<RegistrationField, string>>

export interface RegistrationContext {
  readonly brand: Pick<Brand, 'code' | 'memberNumber' | 'brandState'>
  readonly today: CalendarDate
  /** Whether the ddToken decodes to '16' (VA-6). */
  readonly longTopLevel: boolean
  /** FIPS codes of the ZIP's counties; empty while not known. */
  readonly counties: readonly string[]
}

/** What is wrong with a field, for both page and server (RG-1, VA-1 to VA-10); fields that are not asked are never wrong. */
export function checkRegistration(
  name: RegistrationField,
  values: RegistrationValues,
  { brand, today, longTopLevel, counties }: RegistrationContext,
): Problem | null {
  const value = values[name]
  const visitor = isVisitor(values.userType)
  switch (name) {
    case 'userType':
      return checkChoice(value, listUserTypes(brand.code))
    case 'zipCode':
      return checkZipCode(value)
    case 'county':
      return counties.length > 1 ? checkChoice(value, counties) : null
    case 'relationship':
      return visitor ? null : checkChoice(value, registrantRelationships)
    case 'memberId':
      return visitor ? null : checkMemberId(value.trim(), brand.memberNumber, { required: true })
    case 'firstName':
    case 'lastName':
      return checkName(value)
    case 'dateOfBirth':
      return checkBirth(values, brand, today)
    case 'email':
      return checkEmail(value, { required: true, longTopLevel })
    case 'emailRepeat':
      return checkEmailRepeat(value, values.email)
    case 'phone':
      return checkPhone(value.trim(), { required: true })
    case 'phoneType':
      return checkChoice(value, phoneTypes)
    case 'logonId':
      return checkLoginId(value.trim())
    case 'terms':
      return value === 'true' ? null : { code: 'terms.required' }
  }
}

function checkChoice(value: string, choices: readonly string[]): Problem | null {
  if (value === '') return { code: 'field.required' }
  return choices.includes(value) ? null : { code: 'select.not-chosen' }
}

/** A guardian enters the child's date of birth, and the child may be of any age. */
function checkBirth(
  { dateOfBirth, userType, relationship }: RegistrationValues,
  { code, brandState }: RegistrationContext['brand'],
  today: CalendarDate,
): Problem | null {
  const wrong = checkDate(dateOfBirth, { today, required: true })
  const birth = wrong ? null : parseDate(dateOfBirth, today)
  if (wrong || !birth) return wrong
  const problem = isVisitor(userType)
    ? checkAge(birth, { person: 'visitor', brandState, today })
    : checkAge(birth, { person: 'member', brandCode: code, today })
  return isGuardian(relationship) && problem?.code === 'age.own-login' ? null : problem
}

/** A day stored as `month/day/year`, as typed in three fields, in the form that `checkDate` expects. */
export function toTypedDay(kept: string): string {
  const [month = '', day = '', year = ''] = kept.split('/')
  return joinDateParts({ month, day, year })
}

/** The steps of a registration and the fields of each, in order (MN-3). */
export const registrationSteps = [
  { id: 'start', fields: ['userType', 'zipCode', 'county'] },
  { id: 'person', fields: ['relationship', 'memberId', 'firstName', 'lastName', 'dateOfBirth'] },
  { id: 'contact', fields: ['email', 'emailRepeat', 'phone', 'phoneType'] },
  { id: 'login', fields: ['logonId'] },
  { id: 'finish', fields: ['terms'] },
] as const satisfies readonly { readonly id: string; readonly fields: readonly RegistrationField[] }[]
export type RegistrationStep = (typeof registrationSteps)[number]['id']

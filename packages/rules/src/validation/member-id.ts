import type { MemberNumberForm } from '../brand/types.ts'
import { limits } from '../limits.ts'
import type { FieldTextKey, Problem, ProblemCode } from './result.ts'

const problemOf = {
  digits: 'member-id.invalid',
  'digits-without-prefix': 'member-id.invalid-mincr',
  'letters-and-digits': 'member-id.invalid-alphanumeric',
} as const satisfies Record<MemberNumberForm['form'], ProblemCode>

const digitsAndLetters = /^[A-Za-z0-9]+$/
const digits = /^[0-9]+$/

/** A member ID in the form of its brand: for most brands 9 to 17 digits (VA-5). */
export function checkMemberId(
  value: string,
  { form, min, max }: MemberNumberForm,
  { required = false }: { readonly required?: boolean } = {},
): Problem | null {
  if (value === '' && !required) return null
  const isLong = value.length >= min && value.length <= max
  const pattern = form === 'letters-and-digits' ? digitsAndLetters : digits
  return isLong && pattern.test(value) ? null : { code: problemOf[form], params: { minimum: min } }
}

/** The same for a member ID of any brand, e.g. when staff enter it. */
export function checkAnyMemberId(value: string): Problem | null {
  const isLong = value.length > 0 && value.length <= limits.memberId.stored
  return isLong && digitsAndLetters.test(value)
    ? null
    : { code: 'member-id.invalid-alphanumeric', params: { minimum: 1 } }
}

/** The hints shown next to the field, in order (VA-5). */
export function memberIdHints({ form }: MemberNumberForm): readonly FieldTextKey[] {
  return form === 'digits-without-prefix' ? ['member-id.hint', 'member-id.hint-mincr'] : ['member-id.hint']
}

/** Whether a brand's member IDs may contain letters (VA-5). */
export function memberIdLetters({ form }: MemberNumberForm): boolean {
  return form === 'letters-and-digits'
}

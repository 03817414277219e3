import type { BodyOf } from '@portico/contract/call'
import type { updatePerson } from '@portico/contract/calls/identity'
import type { updateProfile } from '@portico/contract/calls/profile'
import { checkAddress, normalizeAddress } from '@portico/rules/validation/address'
import { checkPhone } from '@portico/rules/validation/phone'
import type { Problem } from '@portico/rules/validation/result'
import { isZipCode } from '@portico/rules/validation/zip-code'
import { CallError, type FieldProblem } from '../http/call-error.ts'
import type { ProfileChange } from './accounts.ts'

/**
 * The stored form of a profile change (SI-10, RG-3): an empty field is cleared, one left out stays. Throws FIELD-INVALID with
 * every field that the rules refuse.
 */
export function contactChange(
  body: BodyOf<typeof updatePerson> & Pick<BodyOf<typeof updateProfile>, 'phoneType'>,
): ProfileChange {
  const problems: FieldProblem[] = []
  const read = (
    field: keyof BodyOf<typeof updatePerson>,
    check: (value: string) => Pick<Problem, 'code'> | { readonly code: 'FIELD-INVALID' } | null,
    store = (value: string) => value,
  ) => {
    const sent = body[field]
    if (sent === undefined) return undefined
    const value = store((sent ?? '').trim())
    const problem = value === '' ? null : check(value)
    if (problem) problems.push({ field, code: problem.code })
    return value === '' ? null : value
  }
  const phone = read('phone', (value) => checkPhone(value))
  const change = {
    nick_name: read('nickName', () => null),
    phone,
    phone_type: phone === null ? null : body.phoneType,
    address: read('address', (value) => checkAddress(value), normalizeAddress),
    city: read('city', (value) => checkAddress(value)),
    zip_code: read('zipCode', (value) => (isZipCode(value) ? null : { code: 'FIELD-INVALID' })),
  }
  if (problems.length > 0) throw new CallError('FIELD-INVALID', { fields: problems })
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

import type { BodyOf } from '@portico/contract/call'
import type { updatePerson } from '@portico/contract/calls/identity'
import type { updateProfile } from '@portico/contract/calls/profile'
import { checkAddress, normalizeAddress } from '@portico/rules/validation/address'
import { checkPhone } from '@portico/rules/validation/phone'
import { isZipCode } from '@portico/rules/validation/zip-code'
import { type FieldProblem, refuseFields } from '../../platform/http/call-error.ts'
import type { ProfileChange } from './account-statement.ts'

type Sent = BodyOf<typeof updatePerson>

interface Line {
  readonly column: Exclude<keyof ProfileChange, 'phone_type' | 'state'>
  readonly check?: (value: string) => Pick<FieldProblem, 'code'> | null
  readonly toStored?: (value: string) => string
}

/** Every line that can be sent, with its rule; a missing line does not compile. */
const lines: Readonly<Record<keyof Sent, Line>> = {
  nickName: { column: 'nick_name' },
  phone: { column: 'phone', check: (value) => checkPhone(value) },
  address: { column: 'address', check: (value) => checkAddress(value), toStored: normalizeAddress },
  city: { column: 'city', check: (value) => checkAddress(value) },
  zipCode: { column: 'zip_code', check: (value) => (isZipCode(value) ? null : { code: 'FIELD-INVALID' }) },
}
const fields = Object.keys(lines) as (keyof Sent)[]

/** The state of a ZIP code, e.g. `PA`; null for an unknown ZIP code. */
export type StateOf = (zipCode: string) => string | null

/**
 * The stored form of a profile change (SI-10, RG-3): an empty field is cleared, a missing one stays, and the state follows a known ZIP
 * code. Throws FIELD-INVALID with every field that the rules refuse.
 */
export function contactChange(
  body: Sent & Pick<BodyOf<typeof updateProfile>, 'phoneType'>,
  findState: StateOf,
): ProfileChange {
  const problems: FieldProblem[] = []
  const change: ProfileChange = {}
  for (const field of fields) {
    const { column, check, toStored = (value) => value } = lines[field]
    const sent = body[field]
    if (sent === undefined) continue
    const value = toStored((sent ?? '').trim())
    const problem = value === '' ? null : check?.(value)
    if (problem) problems.push({ field, code: problem.code })
    change[column] = value === '' ? null : value
  }
  refuseFields(problems)
  const state = change.zip_code == null ? null : findState(change.zip_code)
  if (state !== null) change.state = state
  const phoneType = change.phone === null ? null : body.phoneType
  return phoneType === undefined ? change : { ...change, phone_type: phoneType }
}

import type { BodyOf } from '@portico/contract/call'
import type { updatePerson } from '@portico/contract/calls/identity'
import type { updateProfile } from '@portico/contract/calls/profile'
import {
  type ContactName,
  checkContact,
  contactNames,
  mapContact,
  normalizeContact,
} from '@portico/rules/identity/contact'
import { toSnake } from '../../platform/db/column-names.ts'
import { type FieldProblem, refuseFields } from '../../platform/http/call-error.ts'
import type { Account, ProfileChange } from './account-statement.ts'

/** The code of a wrong line in answers, where it is not the rule's own. */
const sentCodes: Readonly<Partial<Record<ContactName, string>>> = { zipCode: 'FIELD-INVALID' }

/** The state of a ZIP code, e.g. `PA`; null for an unknown ZIP code. */
export type StateOf = (zipCode: string) => string | null

/**
 * The stored form of a profile change (SI-10, RG-3): an empty field is cleared, a missing one stays, and the state follows a known ZIP
 * code. Throws FIELD-INVALID with every field that the rules refuse.
 */
export function contactChange(
  body: BodyOf<typeof updatePerson> & Pick<BodyOf<typeof updateProfile>, 'phoneType'>,
  findState: StateOf,
): ProfileChange {
  const problems: FieldProblem[] = []
  const change: ProfileChange = {}
  for (const field of contactNames) {
    const sent = body[field]
    if (sent === undefined) continue
    const problem = checkContact(field, sent ?? '')
    if (problem) problems.push({ field, code: sentCodes[field] ?? problem.code })
    change[toSnake(field)] = normalizeContact(field, sent ?? '') || null
  }
  refuseFields(problems)
  const state = change.zip_code == null ? null : findState(change.zip_code)
  if (state !== null) change.state = state
  const phoneType = change.phone === null ? null : body.phoneType
  return phoneType === undefined ? change : { ...change, phone_type: phoneType }
}

/** An account's contact information, as calls answer it. */
export const showContact = (account: Account) => mapContact((name) => account[toSnake(name)])

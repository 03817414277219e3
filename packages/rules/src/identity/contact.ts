import { checkAddress, normalizeAddress } from '../validation/address.ts'
import { checkPhone } from '../validation/phone.ts'
import type { Problem } from '../validation/result.ts'
import { checkZipCode } from '../validation/zip-code.ts'

interface ContactLine {
  /** What is wrong with a line that is not empty. */
  readonly check?: (value: string) => Problem | null
  /** The stored form of what was typed. */
  readonly normalize?: (typed: string) => string
}

/**
 * The contact information that people may change themselves (SI-10, RG-3): lines of text, each of which may be empty. What the calls take
 * and answer, the account's columns, the form's checks and labels, and the person's data as a document follow from these names.
 */
const lines = {
  nickName: {},
  phone: { check: checkPhone },
  address: { check: checkAddress, normalize: normalizeAddress },
  city: { check: checkAddress },
  zipCode: { check: checkZipCode },
} satisfies Readonly<Record<string, ContactLine>>

export type ContactName = keyof typeof lines

export const contactNames = Object.keys(lines) as readonly ContactName[]

export function normalizeContact(name: ContactName, typed: string): string {
  const { normalize }: ContactLine = lines[name]
  return normalize === undefined ? typed.trim() : normalize(typed.trim())
}

/** What is wrong with a line as typed; nothing if it is empty. */
export function checkContact(name: ContactName, typed: string): Problem | null {
  const { check }: ContactLine = lines[name]
  const value = normalizeContact(name, typed)
  return value === '' ? null : (check?.(value) ?? null)
}

/** A value for every line. */
export function mapContact<Value>(toValue: (name: ContactName) => Value): Readonly<Record<ContactName, Value>> {
  return Object.fromEntries(contactNames.map((name) => [name, toValue(name)])) as Record<ContactName, Value>
}

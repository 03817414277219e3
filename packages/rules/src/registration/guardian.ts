import { ageOn } from '../validation/age.ts'
import { type CalendarDate, checkDate, parseDate } from '../validation/date.ts'
import { checkName } from '../validation/name.ts'
import type { Problem } from '../validation/result.ts'

/** From this age in full years, a child in the children's plan has their own login ID (ER-4). */
export const OWN_LOGIN_AGE = 14

/** How long a guardian's PIN is valid, in ms (ER-5). */
export const PIN_MS = 15 * 60_000

/** How long a guardian who has entered the PIN has to finish the registration, in ms. */
export const GUARDIAN_PROOF_MS = 60 * 60_000

export const pinLength = 6

const adultAge = 18

/** What guardians tell us about themselves. */
export const guardianFields = ['guardianFirstName', 'guardianLastName', 'guardianDateOfBirth'] as const
export type GuardianField = (typeof guardianFields)[number]

/** What is wrong with a guardian's own details, for both page and server (ER-5); the date is `mm/dd/yyyy`. */
export function checkGuardian(name: GuardianField, value: string, today: CalendarDate): Problem | null {
  if (name !== 'guardianDateOfBirth') return checkName(value)
  const wrong = checkDate(value, { today, required: true })
  const birth = wrong ? null : parseDate(value, today)
  if (wrong || !birth) return wrong
  const age = ageOn(birth, today)
  if (age < 0) return { code: 'age.future' }
  return age < adultAge ? { code: 'age.minimum', params: { minimum: adultAge } } : null
}

export function checkPin(value: string): Problem | null {
  if (value === '') return { code: 'field.required' }
  return /^[0-9]{6}$/.test(value) ? null : { code: 'pin.invalid' }
}

/** Which of the sources' two errors a child's guardian gets (ER-4, ER-5). */
export function guardianCode(birth: CalendarDate, today: CalendarDate): 'OVER_CHIP14' | 'UNDER_CHIP14' {
  return ageOn(birth, today) < OWN_LOGIN_AGE ? 'UNDER_CHIP14' : 'OVER_CHIP14'
}

/**
 * The same for an account that must wait for a guardian's proof; null: it need not. A proof from before the child turned 14 covers the
 * guardian's use of the account and ends then: from that day on, the account is the child's own (ER-4, MP-14).
 */
export function dueGuardianCode(
  child: { readonly birth: CalendarDate; readonly provenOn: CalendarDate | null },
  today: CalendarDate,
): ReturnType<typeof guardianCode> | null {
  const code = guardianCode(child.birth, today)
  return child.provenOn !== null && guardianCode(child.birth, child.provenOn) === code ? null : code
}

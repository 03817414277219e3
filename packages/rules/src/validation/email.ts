import { limits } from '../limits.ts'
import type { Problem } from './result.ts'

const shortTopLevel = /^[A-Za-z0-9._%-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,4}$/
const anyTopLevel = /^[A-Za-z0-9._%-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/

/**
 * An email address of 7 to 50 characters (VA-6).
 * Its top-level domain has 2 to 4 letters; `longTopLevel`, true when the ddToken cookie decodes to '16', allows more.
 */
export function checkEmail(value: string, { required = false, longTopLevel = false } = {}): Problem | null {
  if (value === '' && !required) return null
  const fits = value.length >= limits.email.min && value.length <= limits.email.max
  const pattern = longTopLevel ? anyTopLevel : shortTopLevel
  return fits && pattern.test(value) ? null : { code: 'email.invalid' }
}

/** The repeated email address must match the first one exactly (VA-6). */
export function checkEmailRepeat(repeat: string, source: string): Problem | null {
  return repeat === source ? null : { code: 'email.mismatch' }
}

import { limits } from '../limits.ts'
import type { Problem } from './result.ts'

const pattern = /^[\p{L}0-9\-.,#/'& ]+$/u

/** A line of an address as returned by `normalizeAddress`: at most 55 letters of any script, digits, spaces and -.,#/'& (VA-7). */
export function checkAddress(value: string, { required = false } = {}): Problem | null {
  if (value === '' && !required) return null
  const fits = value.trim() !== '' && value.length <= limits.address.max
  return fits && pattern.test(value) ? null : { code: 'address.invalid' }
}

/**
 * The address as stored: in upper case, without spaces around it (VA-7). Accents are composed with their letter, and the curly
 * apostrophe that phones type becomes a plain one.
 */
export function normalizeAddress(value: string): string {
  return value.trim().replaceAll('’', "'").toUpperCase().normalize('NFC')
}

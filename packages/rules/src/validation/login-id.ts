import { limits } from '../limits.ts'
import type { Problem } from './result.ts'

const pattern = new RegExp(`^[A-Za-z0-9]{${limits.loginId.min},${limits.loginId.max}}$`)

/** A login ID of 6 to 10 letters A to Z and digits, in either case (VA-3). */
export function checkLoginId(value: string): Problem | null {
  if (value.trim() === '') return { code: 'login-id.missing' }
  return pattern.test(value) ? null : { code: 'login-id.invalid' }
}

/**
 * The login ID as it is stored and compared: in upper case, without the spaces that a paste or a phone keyboard adds (VA-3). Only a
 * to z are changed, so that no other letter can turn into one of someone else's login ID (ſ into S, ı into I).
 */
export function normalizeLoginId(value: string): string {
  return value.trim().replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}

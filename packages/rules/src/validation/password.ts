import { limits } from '../limits.ts'
import type { Problem } from './result.ts'

/** Every tier requires an upper-case and a lower-case letter of any script, and a digit 0 to 9. */
const demanded = [/\p{Lu}/u, /\p{Ll}/u, /[0-9]/]

/**
 * How strong a password must be; the rule service has a tier per function (VA-4). A tier may require more than 8 characters
 * (counted in code points) and a special character; the rest is the same in every tier.
 */
export interface PasswordTier {
  readonly minLength: number
  readonly upper: true
  readonly lower: true
  readonly digit: true
  readonly special: boolean
}

export interface PasswordContext {
  readonly tier: PasswordTier
  /** Empty: there is none yet. */
  readonly loginId: string
  /** Whether the password is in the list of common passwords; the caller passes it in lower case. */
  readonly isCommon?: (lowerCased: string) => boolean
  /** Whether the password is among the person's last five; checked last, only when nothing else is wrong. */
  readonly isReused?: (password: string) => boolean
}

export function checkPassword(
  password: string,
  { tier, loginId, isCommon, isReused }: PasswordContext,
): Problem | null {
  if (/[<>+]/.test(password)) return { code: 'password.forbidden-character' }
  const short = lengthProblem(password, tier.minLength)
  if (short) return short
  if (!demanded.every((kind) => kind.test(password))) return { code: 'password.weak' }
  if (tier.special && !/[\p{P}\p{S}]/u.test(password)) return { code: 'password.no-special' }

  const lowerCased = password.toLowerCase()
  if (loginId !== '' && lowerCased.includes(loginId.toLowerCase())) return { code: 'password.holds-login-id' }
  if (isCommon?.(lowerCased)) return { code: 'password.common' }
  if (isReused?.(password)) return { code: 'password.reused', params: { count: limits.password.history } }
  return null
}

function lengthProblem(password: string, minLength: number): Problem | null {
  const minimum = Math.max(limits.password.min, minLength)
  if ([...password].length >= minimum) return null
  return minimum > limits.password.min ? { code: 'password.short', params: { minimum } } : { code: 'password.weak' }
}

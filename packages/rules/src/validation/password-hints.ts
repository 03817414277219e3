import { limits } from '../limits.ts'
import type { PasswordTier } from './password.ts'

/** The requirements for a new password that can be checked while someone types (VA-4). */
export const passwordHintCodes = ['length', 'upper', 'lower', 'digit', 'special', 'characters', 'login-id'] as const
export type PasswordHintCode = (typeof passwordHintCodes)[number]

export interface PasswordHint {
  readonly code: PasswordHintCode
  readonly met: boolean
}

/**
 * A tier's requirements in display order, each with whether the password meets it; an empty password meets none. A password that meets
 * all of them can fail only for what the server alone knows: common and recent passwords.
 */
export function passwordHints(
  password: string,
  { tier, loginId }: { readonly tier: PasswordTier; readonly loginId: string },
): PasswordHint[] {
  const hint = (code: PasswordHintCode, met: boolean) => ({ code, met: password !== '' && met })
  return [
    hint('length', [...password].length >= Math.max(limits.password.min, tier.minLength)),
    hint('upper', /\p{Lu}/u.test(password)),
    hint('lower', /\p{Ll}/u.test(password)),
    hint('digit', /[0-9]/.test(password)),
    ...(tier.special ? [hint('special', /[\p{P}\p{S}]/u.test(password.replace(/[<>+]/g, '')))] : []),
    hint('characters', !/[<>+]/.test(password)),
    ...(loginId === '' ? [] : [hint('login-id', !password.toLowerCase().includes(loginId.toLowerCase()))]),
  ]
}

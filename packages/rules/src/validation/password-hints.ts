import { limits } from '../limits.ts'
import type { PasswordTier } from './password.ts'

/** What a new password needs, as far as it can be told while someone types (VA-4). */
export const passwordHintCodes = ['length', 'upper', 'lower', 'digit', 'special', 'characters', 'login-id'] as const
export type PasswordHintCode = (typeof passwordHintCodes)[number]

export interface PasswordHint {
  readonly code: PasswordHintCode
  readonly met: boolean
}

/**
 * The demands of a tier, in the order they are shown, each with whether a password meets it; nothing is met by an empty
 * one. One that meets all is right but for what only the server knows: common passwords and the last ones.
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

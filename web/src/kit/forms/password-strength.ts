import { passwordStrength } from '@portico/contract/calls/passwords'
import { limits } from '@portico/rules/limits'
import { api } from '../../base/api/api.ts'
import type { PasswordRule } from '../../ui/password-requirements.tsx'

/** Used if the rule service is not available; the server still checks by its own rule. */
const standIn = { minLength: limits.password.min, upper: true, lower: true, digit: true, special: true } as const

/** The required strength of a new password, from the rule service, by the purpose of the password (VA-4). */
export async function readStrength(
  asks: 'changePassword' | 'forgottenPassword' | 'register',
  signal: AbortSignal,
): Promise<Pick<PasswordRule, 'tier' | 'history'>> {
  try {
    const { history, ...tier } = await api.call(passwordStrength, { query: { function: asks }, signal, critical: true })
    return { history, tier }
  } catch {
    return { tier: standIn, history: asks === 'register' ? 0 : limits.password.history }
  }
}

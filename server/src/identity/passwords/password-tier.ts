import { limits } from '@portico/rules/limits'
import type { PasswordTier } from '@portico/rules/validation/password'
import { readSettings } from '../../brands/config-lists/settings.ts'
import type { Reader } from '../../platform/db/database.ts'

/**
 * Required strength of a brand's passwords (VA-4): PASSWORD_MIN_LENGTH and PASSWORD_SPECIAL of the app configuration; by default 8
 * characters including a special one.
 */
export async function readPasswordTier(db: Reader, brand: string): Promise<PasswordTier> {
  const settings = await readSettings(db, brand)
  return {
    minLength: Math.max(limits.password.min, settings.number('PASSWORD_MIN_LENGTH') ?? limits.password.min),
    upper: true,
    lower: true,
    digit: true,
    special: settings.isOn('PASSWORD_SPECIAL', true),
  }
}

import { readSettings } from '../../brands/config-lists/settings.ts'
import type { Reader } from '../../platform/db/database.ts'

/** The security features that a brand offers: all, unless its settings turn one off. */
export interface OfferedSecurity {
  readonly passkeys: boolean
  /** Whether an authenticator app can be set up. Someone who already has one is asked for its code regardless. */
  readonly authenticator: boolean
  readonly rememberDevice: boolean
  /** Whether sensitive changes require a recent proof of identity. */
  readonly stepUp: boolean
}

export async function readOffered(db: Reader, brand: string): Promise<OfferedSecurity> {
  const settings = await readSettings(db, brand)
  return {
    passkeys: settings.isOn('PASSKEYS', true),
    authenticator: settings.isOn('AUTHENTICATOR', true),
    rememberDevice: settings.isOn('REMEMBER_DEVICE', true),
    stepUp: settings.isOn('STEP_UP', true),
  }
}

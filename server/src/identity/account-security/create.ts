import type { BrandService } from '../../brands/brand/service.ts'
import type { DataKey } from '../../platform/data-key.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import type { SessionPrincipal } from '../../platform/http/principal.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { PasswordCheck } from '../passwords/password-check.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { SignIn } from '../sessions/sign-in.ts'
import { createAuthenticatorApps } from './authenticator-app.ts'
import { createAuthenticators } from './authenticators.ts'
import { createCeremonies } from './ceremonies.ts'
import { createCodes } from './codes.ts'
import { createDevices } from './devices.ts'
import { createPasskeys } from './passkeys.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { bindAccountSecurity } from './routes.ts'
import { createSecondFactor, type SecondFactor } from './second-factor.ts'
import { bindStrongSignIn } from './sign-in-routes.ts'
import { createStepUp, type ProofProvider, type StepUp } from './step-up.ts'

/** Second factors, passkeys, devices and history of accounts (RG-3, RG-4). */
export interface AccountSecurity {
  readonly secondFactor: SecondFactor
  readonly stepUp: StepUp
  bind(binder: Binder): void
}

export function createAccountSecurity(parts: {
  readonly database: Database
  readonly dataKey: DataKey
  readonly brands: BrandService
  readonly sessions: Sessions
  readonly signIn: SignIn
  readonly limits: Limits
  readonly passwordCheck: PasswordCheck
  readonly staffSecondFactor: boolean
  /** The provider that opened a session and holds its owner's password; null if there is none. */
  readonly findProvider: (principal: SessionPrincipal) => Promise<ProofProvider | null>
}): AccountSecurity {
  const apps = createAuthenticatorApps(parts.dataKey)
  const recoveryCodes = createRecoveryCodes(parts.dataKey)
  const codes = createCodes({ ...parts, apps, recoveryCodes })
  const ceremonies = createCeremonies(parts.database)
  const passkeys = createPasskeys({ ...parts, ceremonies })
  const secondFactor = createSecondFactor({ ...parts, codes })
  const authenticators = createAuthenticators({ ...parts, apps, recoveryCodes, codes })
  const devices = createDevices(parts)
  const stepUp = createStepUp({ ...parts, codes, ceremonies })
  return {
    secondFactor,
    stepUp,
    bind: (binder) => {
      bindAccountSecurity(binder, { ...parts, devices, authenticators, passkeys })
      bindStrongSignIn(binder, { ...parts, secondFactor, passkeys, stepUp })
    },
  }
}

import * as calls from '@portico/contract/calls/account-security'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { keepSignedIn } from '../sessions/routes.ts'
import type { Passkeys } from './passkeys.ts'
import type { SecondFactor } from './second-factor.ts'
import type { StepUp } from './step-up.ts'

export interface StrongSignInParts {
  readonly secondFactor: SecondFactor
  readonly passkeys: Passkeys
  readonly stepUp: StepUp
  readonly brands: BrandService
}

/** Signing in with more than a password, and step-up. */
export function bindStrongSignIn(binder: Binder, parts: StrongSignInParts): void {
  const { secondFactor, passkeys, stepUp, brands } = parts

  binder.bind(calls.secondFactor, async ({ body }, context) =>
    keepSignedIn(context, await secondFactor.complete(body, context), parts),
  )
  binder.bind(calls.passkeySignInOptions, (_input, context) => passkeys.signInOptions(brands.at(context).code, context))
  binder.bind(calls.passkeySignIn, async ({ body }, context) =>
    keepSignedIn(context, await passkeys.signIn(body.credential, context), parts),
  )
  binder.bind(calls.stepUpOptions, ({ principal }, context) => stepUp.options(principal, context))
  binder.bind(calls.stepUp, stepUp.confirm)
}

import * as calls from '@portico/contract/calls/registration'
import type { Questions } from '../../identity/recovery/questions.ts'
import type { DataKey } from '../../platform/data-key.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { createChecks } from './checks.ts'
import { bindConfirmation } from './confirmation.ts'
import { createCoverages } from './coverage.ts'
import { bindGuardians } from './guardian.ts'
import type { GuardianSignIn } from './guardian-sign-in.ts'
import type { LeadIntake } from './lead-intake.ts'
import type { RegistrationServiceParts } from './parts.ts'
import { bindSavedRegistrations } from './saved.ts'
import { bindNewAccounts } from './service.ts'
import { unlockGuardian } from './unlock-guardian.ts'

export type RegistrationParts = Omit<RegistrationServiceParts, 'checks' | 'coverages'> &
  Parameters<typeof createChecks>[0] & {
    readonly questions: Questions
    readonly guardianSignIn: GuardianSignIn
    readonly leadIntake: LeadIntake
    readonly dataKey: DataKey
  }

export function bindRegistration(binder: Binder, parts: RegistrationParts): void {
  const checks = createChecks(parts)
  const coverages = createCoverages(parts)
  bindGuardians(binder, { ...parts, checks, coverages })
  bindNewAccounts(binder, { ...parts, checks, coverages })
  bindConfirmation(binder, parts)
  bindSavedRegistrations(binder, { ...parts, checks })

  binder.bind(calls.registrationQuestions, async ({ query }, context) => {
    const { code } = checks.findBrand(query.brand, context)
    return { offered: [...(await parts.questions.listOffered(code, context.language))] }
  })
  binder.bind(calls.registrationProfile, async ({ body }, context) =>
    checks.profile(body, checks.findBrand(body.brand, context), context),
  )
  binder.bind(calls.requestSignInPin, parts.guardianSignIn.requestPin)
  binder.bind(calls.verifySignInGuardian, parts.guardianSignIn.verify)
  binder.bind(calls.unlockGuardian, unlockGuardian(parts))
}

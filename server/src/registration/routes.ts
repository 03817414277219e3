import * as calls from '@portico/contract/calls/registration'
import type { DataKey } from '../data-key.ts'
import type { Binder } from '../http/bind.ts'
import type { LeadIntake } from '../leads/intake.ts'
import type { Questions } from '../recovery/questions.ts'
import { createChecks } from './checks.ts'
import { createConfirmation } from './confirmation.ts'
import { createCoverages } from './coverage.ts'
import { createGuardians } from './guardian.ts'
import type { GuardianSignIn } from './guardian-sign-in.ts'
import { createSavedRegistrations } from './saved.ts'
import { createRegistration, type RegistrationServiceParts } from './service.ts'
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
  const guardians = createGuardians({ ...parts, checks, coverages })
  const registration = createRegistration({ ...parts, checks, coverages })
  const confirmation = createConfirmation(parts)
  const saved = createSavedRegistrations({ ...parts, checks })
  const accepted = { accepted: true } as const

  binder.bind(calls.registrationQuestions, async ({ query }, context) => {
    const { code } = checks.brandOf(query.brand, context)
    return { offered: [...(await parts.questions.offered(code, context.language))] }
  })
  binder.bind(calls.registrationProfile, async ({ body }, context) =>
    checks.profile(body, checks.brandOf(body.brand, context), context),
  )
  binder.bind(calls.matchCoverage, async ({ body }, context) => {
    const { chip } = await registration.match(body, context)
    return { matched: true, guardianNeeded: chip } as const
  })
  binder.bind(calls.requestGuardianPin, async ({ body }, context) => {
    await guardians.requestPin(body, context)
    return accepted
  })
  binder.bind(calls.verifyGuardian, async ({ body }, context) => ({
    guardianProof: await guardians.verify(body, context),
  }))
  binder.bind(calls.requestSignInPin, async ({ body }, context) => {
    await parts.guardianSignIn.requestPin(body, context)
    return accepted
  })
  binder.bind(calls.verifySignInGuardian, async ({ body }, context) => ({
    logonId: await parts.guardianSignIn.verify(body, context),
  }))
  binder.bind(calls.unlockGuardian, async ({ principal, body }, context) => ({
    memberId: await unlockGuardian(parts, principal, body.memberId, context),
  }))
  binder.bind(calls.registerMember, async ({ body }, context) => {
    await registration.register(body, context)
    return accepted
  })
  binder.bind(calls.createProspect, async ({ body }, context) => {
    await registration.createProspect(body, context)
    return accepted
  })
  binder.bind(calls.saveRegistration, async ({ body }, context) => {
    await saved.save(body, context)
    return accepted
  })
  binder.bind(calls.resumeRegistration, ({ body }, context) => saved.resume(body, context))
  binder.bind(calls.confirmRegistration, async ({ body }, context) => ({
    logonId: await confirmation.confirm(body, context),
  }))
}

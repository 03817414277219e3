import { requestGuardianPin, verifyGuardian } from '@portico/contract/calls/registration'
import type { Binder } from '../../platform/http/bind.ts'
import { refuseFields } from '../../platform/http/call-error.ts'
import { about, refuseKeeping } from '../../platform/http/recorded.ts'
import type { InEvenTime } from '../../platform/limits/even-time.ts'
import type { RegistrationChecks } from './checks.ts'
import { type Coverages, coverageNames } from './coverage.ts'
import { type GuardianProofs, pinProblems } from './guardian-proofs.ts'

const link = '/login/#/register/guardian'

/** Guardians of children in the children's plan: they register the child, or themselves for the child (ER-4, ER-5). */
export function bindGuardians(
  binder: Binder,
  parts: {
    readonly checks: RegistrationChecks
    readonly coverages: Coverages
    readonly guardianProofs: GuardianProofs
    readonly inEvenTime: InEvenTime
  },
): void {
  const { checks, coverages, guardianProofs: proofs, inEvenTime } = parts
  // Throws FIELD-INVALID with UNDER_CHIP14 or OVER_CHIP14 at `guardian` for details that do not match.
  binder.bind(requestGuardianPin, {
    around: async ({ body }, context, run) => {
      const brand = checks.findBrand(body.brand, context)
      refuseFields([...checks.problems(coverageNames, body, brand, context), ...proofs.problems(body, context.now)])
      return inEvenTime(run)
    },
    prepare: async ({ body }, context) => {
      const brand = checks.findBrand(body.brand, context)
      const child = await coverages.requireCovered(body, brand, context)
      return { child, letter: { to: await proofs.requireAddress(child, body, context), brand: brand.code, link } }
    },
    handle: async (_input, context, tx, { child, letter }) => {
      await proofs.sendPin(tx, child, letter, context)
      const { memberId } = child
      return about(memberId, { accepted: true as const }, { memberId })
    },
  })

  binder.bind(verifyGuardian, {
    around: async ({ body }, context, run) => {
      const brand = checks.findBrand(body.brand, context)
      refuseFields([...checks.problems(coverageNames, body, brand, context), ...pinProblems(body.pin)])
      return inEvenTime(run)
    },
    prepare: async ({ body }, context) => {
      const child = await coverages.requireCovered(body, checks.findBrand(body.brand, context), context)
      return { child, refusal: await proofs.reserveTry(child, context.now) }
    },
    handle: async ({ body: { pin } }, { now }, tx, { child, refusal }) => {
      const { memberId } = child
      const guardianProof = await proofs.takePin(tx, child, pin, now)
      if (guardianProof === null) return refuseKeeping(refusal, [{ recordId: memberId, memberId }])
      return about(memberId, { guardianProof }, { memberId })
    },
  })
}

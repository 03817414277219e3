import { requestGuardianPin, verifyGuardian } from '@portico/contract/calls/registration'
import type { Binder } from '../../platform/http/bind.ts'
import { refuseFields } from '../../platform/http/call-error.ts'
import type { InEvenTime } from '../../platform/limits/even-time.ts'
import type { RegistrationChecks } from './checks.ts'
import { type Coverages, coverageNames } from './coverage.ts'
import { type GuardianProofs, pinProblems } from './guardian-proofs.ts'

const link = '/login/#/register/guardian'

/** Guardians who register a child of the plan for children, or themselves, for the child (ER-4, ER-5). */
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
  binder.bind(requestGuardianPin, async ({ body }, context) => {
    const brand = checks.findBrand(body.brand, context)
    refuseFields([...checks.problems(coverageNames, body, brand, context), ...proofs.problems(body, context.now)])
    return inEvenTime(async () => {
      const child = await coverages.requireCovered(body, brand, context)
      await proofs.sendPin(child, body, { brand: brand.code, link }, context)
      return { accepted: true as const }
    })
  })

  binder.bind(verifyGuardian, async ({ body }, context) => {
    const brand = checks.findBrand(body.brand, context)
    refuseFields([...checks.problems(coverageNames, body, brand, context), ...pinProblems(body.pin)])
    return inEvenTime(async () => {
      const child = await coverages.requireCovered(body, brand, context)
      return { guardianProof: await proofs.takePin(child, body.pin, context) }
    })
  })
}

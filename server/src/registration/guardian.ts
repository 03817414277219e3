import type { BodyOf } from '@portico/contract/call'
import type { requestGuardianPin, verifyGuardian } from '@portico/contract/calls/registration'
import type { CallContext } from '../http/context.ts'
import type { InEvenTime } from '../limits/even-time.ts'
import { type RegistrationChecks, refuse } from './checks.ts'
import { type Coverages, coverageNames } from './coverage.ts'
import { type GuardianProofs, pinProblems } from './guardian-proofs.ts'

/** Guardians who register a child of the plan for children, or themselves, for the child (ER-4, ER-5). */
export interface Guardians {
  /** Throws FIELD-INVALID, with UNDER_CHIP14 or OVER_CHIP14 at `guardian` for details that do not match; TOO-MANY-REQUESTS. */
  requestPin(body: BodyOf<typeof requestGuardianPin>, context: CallContext): Promise<void>
  /** Returns the proof. Throws FIELD-INVALID, TOO-MANY-REQUESTS. */
  verify(body: BodyOf<typeof verifyGuardian>, context: CallContext): Promise<string>
}

const link = '/login/#/register/guardian'

export function createGuardians(parts: {
  readonly checks: RegistrationChecks
  readonly coverages: Coverages
  readonly guardianProofs: GuardianProofs
  readonly inEvenTime: InEvenTime
}): Guardians {
  const { checks, coverages, guardianProofs: proofs, inEvenTime } = parts
  return {
    requestPin: async (body, context) => {
      const brand = checks.brandOf(body.brand, context)
      refuse([...checks.problems(coverageNames, body, brand, context), ...proofs.problems(body, context.now)])
      await inEvenTime(async () => {
        const child = await coverages.covered(body, brand, context)
        await proofs.sendPin(child, body, { brand: brand.code, link }, context)
      })
    },

    verify: async (body, context) => {
      const brand = checks.brandOf(body.brand, context)
      refuse([...checks.problems(coverageNames, body, brand, context), ...pinProblems(body.pin)])
      return inEvenTime(async () => {
        const child = await coverages.covered(body, brand, context)
        return proofs.takePin(child, body.pin, context)
      })
    },
  }
}

import type { BodyOf } from '@portico/contract/call'
import type { requestSignInPin, verifySignInGuardian } from '@portico/contract/calls/registration'
import { dueGuardianCode } from '@portico/rules/registration/guardian'
import { findChallenge, keepHalfDone, takeChallenge } from '../../identity/account-security/challenges.ts'
import { hostCookie, hostCookieValue } from '../../identity/account-security/host-cookie.ts'
import { ownerOfAccount } from '../../identity/accounts/people.ts'
import type { SignInDemand } from '../../identity/sessions/routes.ts'
import { GuardianRequired } from '../../identity/sessions/sign-in.ts'
import { newSecret } from '../../identity/tokens/secrets.ts'
import { easternDay, isoDate } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { InEvenTime } from '../../platform/limits/even-time.ts'
import { noteGuardian } from '../member/contract.ts'
import { findContract, type OnContract } from '../member/matching.ts'
import { type GuardedChild, type GuardianProofs, pinProblems } from './guardian-proofs.ts'

/** Lets a browser prove the guardian of a child, after the child's account was refused with the right password (ER-4, ER-5). */
export interface GuardianSignIn extends SignInDemand {
  /** Throws FIELD-INVALID, with UNDER_CHIP14 or OVER_CHIP14 at `guardian`; CHALLENGE-EXPIRED, TOO-MANY-REQUESTS. */
  requestPin(details: BodyOf<typeof requestSignInPin>, context: CallContext): Promise<void>
  /** Returns the login ID that can sign in now. Throws FIELD-INVALID, CHALLENGE-EXPIRED, TOO-MANY-REQUESTS. */
  verify(body: BodyOf<typeof verifySignInGuardian>, context: CallContext): Promise<string>
}

const cookieName = 'guardianChallenge'
const lifetimeMs = 30 * 60_000
const purpose = 'guardian'
const link = '/login/#/guardian'

export function createGuardianSignIn(parts: {
  readonly database: Database
  readonly proofs: GuardianProofs
  readonly inEvenTime: InEvenTime
}): GuardianSignIn {
  const { database, proofs, inEvenTime } = parts
  return {
    demand: async (error, context) => {
      if (!(error instanceof GuardianRequired)) return
      const key = newSecret()
      const challenge = { key, purpose, lifetimeMs } as const
      if (!(await database.transaction((tx) => keepHalfDone(tx, error.proven, challenge, context.now)))) return
      context.setCookie(hostCookie(context, cookieName), key, { httpOnly: true, maxAge: lifetimeMs / 1000 })
    },

    requestPin: async (details, context) => {
      refuseFields(proofs.problems(details, context.now))
      await inEvenTime(async () => {
        const { child, brand } = await findRefusedHere(context)
        await proofs.sendPin(child, details, { brand, link }, context)
      })
    },

    verify: async ({ pin }, context) => {
      refuseFields(pinProblems(pin))
      return inEvenTime(async () => {
        const { child, key, loginId } = await findRefusedHere(context)
        await proofs.takePin(child, pin, context, async (tx) => {
          if ((await takeChallenge(tx, { key, purpose }, context.now)) === null)
            throw new CallError('CHALLENGE-EXPIRED')
          await noteGuardian(tx, child.memberId, easternDay(context.now))
        })
        context.clearCookie(hostCookie(context, cookieName))
        return loginId
      })
    },
  }

  /** The account that this browser was refused, and why. */
  async function findRefusedHere({ cookies, now }: CallContext): Promise<{
    readonly child: GuardedChild
    readonly key: string
    readonly loginId: string
    readonly brand: string
  }> {
    const key = hostCookieValue(cookies, cookieName) ?? ''
    const accountId = (await findChallenge(database.read, { key, purpose }, now))?.account_id ?? null
    const owner = accountId === null ? null : await ownerOfAccount(database.read, accountId)
    const child = owner?.memberId ? await findContract(database.read, owner.memberId) : null
    if (owner === null || child === null || !child.chip || dueCode(child, now) === null)
      throw new CallError('CHALLENGE-EXPIRED')
    const { loginId, brand } = owner
    return { child, key, loginId, brand }
  }
}

/** The error that the account's sign-in is refused with until a guardian is proven; null if none has to be. */
function dueCode({ dateOfBirth, guardianVerifiedOn: provenOn }: OnContract, now: Date) {
  return dueGuardianCode(
    { birth: isoDate(dateOfBirth), provenOn: provenOn === null ? null : isoDate(provenOn) },
    isoDate(easternDay(now)),
  )
}

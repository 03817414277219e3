import type { requestSignInPin, verifySignInGuardian } from '@portico/contract/calls/registration'
import { dueGuardianCode } from '@portico/rules/registration/guardian'
import { findChallenge, keepHalfDone, takeChallenge } from '../../identity/account-security/challenges.ts'
import { hostCookie, readHostCookie } from '../../identity/account-security/host-cookie.ts'
import { ownerOfAccount } from '../../identity/accounts/people.ts'
import type { SignInDemand } from '../../identity/sessions/routes.ts'
import { GuardianRequired } from '../../identity/sessions/sign-in.ts'
import { newSecret } from '../../identity/tokens/secrets.ts'
import { easternDay, isoDate } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { about, refuseKeeping } from '../../platform/http/recorded.ts'
import type { PreparedHandler } from '../../platform/http/stages.ts'
import type { InEvenTime } from '../../platform/limits/even-time.ts'
import { noteGuardian } from '../member/contract.ts'
import { findContract, type OnContract } from '../member/matching.ts'
import { type GuardedChild, type GuardianProofs, pinProblems } from './guardian-proofs.ts'

/** Lets a browser prove the guardian of a child, after the child's account was refused with the right password (ER-4, ER-5). */
export interface GuardianSignIn extends SignInDemand {
  /** Throws FIELD-INVALID, with UNDER_CHIP14 or OVER_CHIP14 at `guardian`; CHALLENGE-EXPIRED, TOO-MANY-REQUESTS. */
  readonly requestPin: PreparedHandler<typeof requestSignInPin, RefusedHere & { readonly to: string }>
  /** Answers the login ID that can now sign in. Throws FIELD-INVALID, CHALLENGE-EXPIRED, TOO-MANY-REQUESTS. */
  readonly verify: PreparedHandler<typeof verifySignInGuardian, RefusedHere & { readonly refusal: CallError }>
}

/** The account whose sign-in was refused in this browser, and why. */
interface RefusedHere {
  readonly child: GuardedChild
  readonly key: string
  readonly loginId: string
  readonly brand: string
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

    requestPin: {
      around: async ({ body }, { now }, run) => {
        refuseFields(proofs.problems(body, now))
        return inEvenTime(run)
      },
      prepare: async ({ body }, context) => {
        const refused = await findRefusedHere(context)
        return { ...refused, to: await proofs.requireAddress(refused.child, body, context) }
      },
      handle: async (_input, context, tx, { child, to, brand }) => {
        await proofs.sendPin(tx, child, { to, brand, link }, context)
        const { memberId } = child
        return about(memberId, { accepted: true as const }, { memberId })
      },
    },

    verify: {
      around: async ({ body: { pin } }, _context, run) => {
        refuseFields(pinProblems(pin))
        return inEvenTime(run)
      },
      prepare: async (_input, context) => {
        const refused = await findRefusedHere(context)
        return { ...refused, refusal: await proofs.reserveTry(refused.child, context.now) }
      },
      handle: async ({ body: { pin } }, context, tx, { child, key, loginId, refusal }) => {
        const { now } = context
        const { memberId } = child
        if ((await proofs.takePin(tx, child, pin, now)) === null)
          return refuseKeeping(refusal, [{ recordId: memberId, memberId }])
        if ((await takeChallenge(tx, { key, purpose }, now)) === null) throw new CallError('CHALLENGE-EXPIRED')
        await noteGuardian(tx, memberId, easternDay(now))
        context.clearCookie(hostCookie(context, cookieName))
        return about(memberId, { logonId: loginId }, { memberId })
      },
    },
  }

  async function findRefusedHere(context: CallContext): Promise<RefusedHere> {
    const { now } = context
    const key = readHostCookie(context, cookieName) ?? ''
    const accountId = (await findChallenge(database.read, { key, purpose }, now))?.account_id ?? null
    const owner = accountId === null ? null : await ownerOfAccount(database.read, accountId)
    const child = owner?.memberId ? await findContract(database.read, owner.memberId) : null
    if (owner === null || child === null || !child.chip || dueCode(child, now) === null)
      throw new CallError('CHALLENGE-EXPIRED')
    const { loginId, brand } = owner
    return { child, key, loginId, brand }
  }
}

/** The error that refuses the account's sign-in until a guardian is proven; null: none. */
function dueCode({ dateOfBirth, guardianVerifiedOn: provenOn }: OnContract, now: Date) {
  return dueGuardianCode(
    { birth: isoDate(dateOfBirth), provenOn: provenOn === null ? null : isoDate(provenOn) },
    isoDate(easternDay(now)),
  )
}

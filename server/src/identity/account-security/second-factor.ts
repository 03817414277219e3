import { audit } from '../../platform/audit/store.ts'
import type { Database } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { readPasswordHash } from '../accounts/sign-in-accounts.ts'
import type { SignInDemand } from '../sessions/routes.ts'
import { SecondFactorRequired, type SecondFactorRule, type SignedIn, type SignIn } from '../sessions/sign-in.ts'
import { newSecret } from '../tokens/secrets.ts'
import { countFailure, findChallenge, takeChallenge } from './challenge-store.ts'
import { keepHalfDone } from './challenges.ts'
import type { CodeKind, Codes } from './codes.ts'
import { hostCookie, readHostCookie } from './host-cookie.ts'
import { readOffered } from './offered.ts'
import { isTrusted, keepTrust, trustDevice } from './trusted-devices.ts'

/** The second step of a sign-in (RG-4): the password was correct, a code is required, and there is no session yet. */
export interface SecondFactor extends SignInDemand {
  /**
   * Completes the sign-in that this browser began. Throws CallError CODE-WRONG, CHALLENGE-EXPIRED if it must start over, TOO-MANY-REQUESTS,
   * and what a sign-in throws.
   */
  complete(typed: { readonly code: string; readonly rememberDevice: boolean }, context: CallContext): Promise<SignedIn>
}

const cookieName = 'signInChallenge'
const cookieS = 600
const purpose = 'second-factor'

/** Decides whether an account with an authenticator app is asked for a code: not in a remembered browser. */
export function createSecondFactorRule(database: Database): SecondFactorRule {
  return {
    findDemands: async ({ accountId, brand }, context) => {
      const { rememberDevice } = await readOffered(database.read, brand)
      const remembered = rememberDevice && (await isTrusted(database.read, accountId, context))
      return { code: !remembered, rememberDevice }
    },
  }
}

export function createSecondFactor(parts: {
  readonly database: Database
  readonly codes: Codes
  readonly signIn: SignIn
}): SecondFactor {
  const { database, codes, signIn } = parts
  return {
    demand: async (error, context) => {
      if (!(error instanceof SecondFactorRequired)) return
      const key = newSecret()
      const kept = await database.transaction((tx) =>
        keepHalfDone(tx, error.proven, { key, purpose, provider: error.provider }, context.now),
      )
      if (!kept) return
      context.setCookie(hostCookie(context, cookieName), key, { httpOnly: true, maxAge: cookieS })
    },
    complete: async ({ code, rememberDevice }, context) => {
      const { now } = context
      const key = readHostCookie(context, cookieName) ?? ''
      const challenge = await findChallenge(database.read, { key, purpose }, now)
      if (challenge === null || challenge.account_id === null) throw new CallError('CHALLENGE-EXPIRED')
      const accountId = challenge.account_id
      const { kind, passwordHash } = await codes
        .judgeCode(accountId, now, async (tx) => {
          const used = await codes.use(tx, accountId, code, now)
          if (used === null) {
            await countFailure(tx, challenge)
            return null
          }
          // The code and the challenge are used up together: of two concurrent correct answers, only one opens a session.
          if ((await takeChallenge(tx, { key, purpose }, now)) === null) throw new CallError('CHALLENGE-EXPIRED')
          // A password change waits for the challenge, so this is still the password that was given.
          return { kind: used, passwordHash: (await readPasswordHash(tx, accountId)) ?? '' }
        })
        .catch(async (error: unknown) => {
          if (error instanceof CallError) await signIn.noteRefused(accountId, error.code, context)
          throw error
        })
      const { connection_id: connectionId, connection_version: version, provider_session: session } = challenge
      const provider = connectionId === null ? null : { connectionId, version, session }
      const signedIn = await signIn.proceed(accountId, { method: 'second-factor', passwordHash, provider }, context)
      context.clearCookie(hostCookie(context, cookieName))
      await afterwards(signedIn, { kind, rememberDevice }, context)
      return signedIn
    },
  }

  async function afterwards(
    { principal, account }: SignedIn,
    done: { readonly kind: CodeKind; readonly rememberDevice: boolean },
    context: CallContext,
  ): Promise<void> {
    const remembers = done.rememberDevice && (await readOffered(database.read, account.brand)).rememberDevice
    if (done.kind === 'app' && !remembers) return
    const secret = await database.transaction(async (tx) => {
      if (done.kind === 'recovery') await audit(tx, principal, { action: 'recovery-code.use' }, context)
      if (!remembers) return null
      await audit(tx, principal, { action: 'device.remember' }, context)
      return trustDevice(tx, principal.accountId, context)
    })
    if (secret !== null) keepTrust(context, secret)
  }
}

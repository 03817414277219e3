import * as calls from '@portico/contract/calls/identity'
import { recordAudit } from '../audit/store.ts'
import type { BrandService } from '../brand/service.ts'
import type { Database } from '../db/database.ts'
import type { Binder } from '../http/bind.ts'
import { CallError } from '../http/call-error.ts'
import type { CallContext } from '../http/context.ts'
import type { Principal } from '../http/principal.ts'
import { findAccount, listRatings, type Rating, replaceRatings, updateAccount } from './account-store.ts'
import { parseBasic } from './basic.ts'
import { contactChange } from './contact.ts'
import { clearSessionCookies, keepRefreshToken, setSessionCookies } from './cookies.ts'
import { userInfo } from './profile.ts'
import type { SignIn } from './sign-in.ts'
import type { TokenGrants } from './token-grants.ts'

export interface IdentityParts {
  readonly database: Database
  readonly signIn: SignIn
  readonly tokenGrants: TokenGrants
  readonly brands: BrandService
  readonly sessionMaxS: number
}

export function bindIdentity(binder: Binder, parts: IdentityParts): void {
  const { database, brands } = parts

  binder.bind(calls.login, (_input, context) => signInWithBasic(context))
  binder.bind(calls.ltpaLogin, (_input, context) => signInWithBasic(context))
  binder.bind(calls.userLogin, ({ body }, context) => signIn(body.userId, body.password, context))

  binder.bind(calls.logout, ({ principal }, context) => signOut(principal, context))
  binder.bind(calls.ltpaLogout, ({ principal }, context) => signOut(principal, context))

  binder.bind(calls.validateSession, async ({ principal }) => ({
    valid: true as const,
    logonId: principal.loginId,
    expiresAt: principal.endsAt.toISOString(),
  }))

  binder.bind(calls.getUserInfo, async ({ principal }) => userInfo(await accountOf(principal)))

  binder.bind(calls.updateProfile, async ({ principal, body }, { now, origin }) => {
    const change = contactChange(body)
    const account = await database.transaction(async (tx) => {
      const event = { action: 'profile.change', recordType: 'account', outcome: 'done' } as const
      const { accountId: recordId, memberId } = principal
      await recordAudit(tx, { ...event, actor: principal, memberId, recordId, origin }, now)
      return updateAccount(tx, principal.accountId, change)
    })
    return userInfo(account)
  })

  binder.bind(calls.getRatingInfo, async ({ principal }) => ({
    ratingInfo: await listRatings(database.read, principal.accountId),
  }))

  binder.bind(calls.putRatingInfo, async ({ principal, body }, { now, origin }) => {
    const ratingInfo = withoutRepeats(body.ratingInfo)
    await database.transaction(async (tx) => {
      const event = { action: 'rating-info.change', recordType: 'account', outcome: 'done' } as const
      const { accountId: recordId, memberId } = principal
      await recordAudit(tx, { ...event, actor: principal, memberId, recordId, origin }, now)
      await replaceRatings(tx, principal.accountId, ratingInfo)
    })
    return { ratingInfo }
  })

  for (const call of [calls.memberToken, calls.producerToken]) {
    binder.bind(call, ({ body }, context) =>
      parts.tokenGrants.exchange(body, context, (token) => keepRefreshToken(context, token, parts.sessionMaxS)),
    )
  }

  async function signInWithBasic(context: CallContext) {
    const credentials = parseBasic(context.authorization)
    if (credentials === null) throw new CallError('GEN-NOMATCH')
    return signIn(credentials.user, credentials.password, context)
  }

  async function signIn(loginId: string, password: string, context: CallContext) {
    const { now, origin, userAgent } = context
    const signedIn = await parts.signIn.signIn({ loginId, password, now, origin, userAgent })
    setSessionCookies(context, signedIn, parts.sessionMaxS)
    brands.setCookies(context, signedIn.account.brand)
    return signedIn.payload
  }

  async function signOut(principal: Principal, context: CallContext) {
    await parts.signIn.signOut(principal, context)
    clearSessionCookies(context)
    return { logoutInfo: { nextAction: 'default' as const, redirectionUrl: null } }
  }

  async function accountOf(principal: Principal) {
    const account = await findAccount(database.read, principal.accountId)
    if (account === undefined) throw new CallError('NO-SESSION')
    return account
  }
}

function withoutRepeats(ratings: readonly Rating[]): Rating[] {
  return [...new Map(ratings.map((rating) => [JSON.stringify([rating.storeId, rating.brand]), rating])).values()]
}

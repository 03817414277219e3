import * as calls from '@portico/contract/calls/identity'
import type { Language } from '@portico/contract/page'
import { languages } from '@portico/rules/languages/list'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { keepLanguage } from '../../platform/http/language-cookie.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { findAccount, listRatings, type Rating, replaceRatings, updateAccount } from '../accounts/account-statement.ts'
import { contactChange, type StateOf } from '../accounts/contact.ts'
import { findDirectoryName, type ProducerInfo, userInfo } from '../accounts/user-info.ts'
import { parseBasic } from './basic.ts'
import { setSessionCookies } from './cookies.ts'
import type { SignedIn, SignIn, SignInRequest } from './sign-in.ts'

export interface IdentityParts {
  readonly signIn: SignIn
  /** Steps that may stop a sign-in, each with a way for the browser to continue. */
  readonly demands: readonly SignInDemand[]
  readonly brands: BrandService
  readonly findState: StateOf
  /** The producer's part of a person's user data. */
  readonly producerInfo: (db: Reader, principal: Principal, now: Date) => Promise<ProducerInfo>
}

/** A step that can stop a sign-in, e.g. a second factor. */
export interface SignInDemand {
  /** If the error means that this step stopped the sign-in, prepares the browser to continue; else does nothing. */
  demand(error: unknown, context: CallContext): Promise<void>
}

export function bindIdentity(binder: Binder, parts: IdentityParts): void {
  const { findState, producerInfo } = parts

  binder.bind(calls.login, ({ body }, context) => signInWithBasic(context, body.brand))
  binder.bind(calls.ltpaLogin, (_input, context) => signInWithBasic(context))
  binder.bind(calls.userLogin, ({ body }, context) =>
    signIn({ loginId: body.userId, password: body.password, brand: body.brand }, context),
  )

  binder.bind(calls.getUserInfo, async ({ principal }, { now }, tx) => {
    const account = await findAccount(tx, principal.accountId)
    if (account === undefined) throw new CallError('NO-SESSION')
    return userInfo(account, await producerInfo(tx, principal, now), await findDirectoryName(tx, account))
  })

  binder.bind(calls.updatePerson, async ({ principal, body }, { now }, tx) => {
    const account = await updateAccount(tx, principal.accountId, contactChange(body, findState))
    return userInfo(account, await producerInfo(tx, principal, now), await findDirectoryName(tx, account))
  })

  binder.bind(calls.getRatingInfo, async ({ principal }, _context, tx) => ({
    ratingInfo: await listRatings(tx, principal.accountId),
  }))

  binder.bind(calls.putRatingInfo, async ({ principal, body }, _context, tx) => {
    const ratingInfo = withoutRepeats(body.ratingInfo)
    await replaceRatings(tx, principal.accountId, ratingInfo)
    return { ratingInfo }
  })

  async function signInWithBasic(context: CallContext, brand?: string) {
    const credentials = parseBasic(context.authorization)
    if (credentials === null) throw new CallError('GEN-NOMATCH')
    return signIn({ loginId: credentials.user, password: credentials.password, brand }, context)
  }

  /** `brand`: the brand of the calling page; the person's own brand depends only on the account. */
  async function signIn(
    credentials: Pick<SignInRequest, 'loginId' | 'password' | 'brand'>,
    context: CallContext,
  ): Promise<SignedIn['payload']> {
    const { now, origin, userAgent, cookies, secure, host } = context
    const signedIn = await parts.signIn
      .signIn({ ...credentials, now, origin, userAgent, cookies, secure, host })
      .catch(async (error: unknown) => {
        for (const { demand } of parts.demands) await demand(error, context)
        throw error
      })
    return keepSignedIn(context, signedIn, parts)
  }
}

/** Sets a sign-in's cookies (BR-12); returns what the page learns about it. */
export function keepSignedIn(
  context: CallContext,
  signedIn: SignedIn,
  { brands }: Pick<IdentityParts, 'brands'>,
): SignedIn['payload'] {
  setSessionCookies(context, signedIn)
  brands.setCookies(context, signedIn.account.brand)
  keepUsualLanguage(context, signedIn.account.page_language)
  return signedIn.payload
}

/** If no language was chosen in this browser, uses the person's language from elsewhere (LG-4). */
function keepUsualLanguage(context: CallContext, language: Language | null): void {
  const isChosen = languages.some((one) => one === context.cookies.language)
  if (language !== null && !isChosen) keepLanguage(context, language)
}

function withoutRepeats(ratings: readonly Rating[]): Rating[] {
  return [...new Map(ratings.map((rating) => [JSON.stringify([rating.storeId, rating.brand]), rating])).values()]
}

import type { BrandsWing } from '../brands/wing.ts'
import type { MailingWing } from '../mailing/wing.ts'
import type { Tx } from '../platform/db/database.ts'
import type { Ground } from '../platform/ground.ts'
import type { Binder, BinderOptions } from '../platform/http/bind.ts'
import type { OwnOrigins } from '../platform/http/own-origins.ts'
import type { InEvenTime } from '../platform/limits/even-time.ts'
import { createWorkBudget } from '../platform/limits/work-budget.ts'
import { dropChallenges } from './account-security/challenges.ts'
import { createAccountSecurity } from './account-security/create.ts'
import { readOffered } from './account-security/offered.ts'
import { createSecondFactorRule } from './account-security/second-factor.ts'
import { forgetTrustedDevices } from './account-security/trusted-devices.ts'
import { createClosing } from './accounts/closing.ts'
import { dropEmailChange } from './accounts/email-change-store.ts'
import { bindProfile } from './accounts/profile-routes.ts'
import { loadCommonPasswords } from './passwords/common-passwords.ts'
import { createNewPasswords } from './passwords/new-password.ts'
import { bindPasswordChange } from './passwords/password-change.ts'
import { createPasswordCheck } from './passwords/password-check.ts'
import { createPasswordReset } from './passwords/password-reset.ts'
import { bindPasswords } from './passwords/password-routes.ts'
import type { Passwords } from './passwords/passwords.ts'
import { bindPersonState } from './person-state/routes.ts'
import { createChosenAnswers } from './recovery/chosen-answers.ts'
import { bindOwnQuestions } from './recovery/own-questions.ts'
import { createQuestions } from './recovery/questions.ts'
import { bindRecovery } from './recovery/routes.ts'
import { dropTickets } from './recovery/store.ts'
import { bindHandOver } from './sessions/beside-routes.ts'
import { recordBlockedChange } from './sessions/blocked-change.ts'
import { whySignedOut } from './sessions/ended-sessions.ts'
import { keepViewing, type MaySeeStill } from './sessions/keep-viewing.ts'
import { bindIdentity } from './sessions/routes.ts'
import { bindSession } from './sessions/session-routes.ts'
import { createSessions } from './sessions/sessions.ts'
import { createSignIn } from './sessions/sign-in.ts'
import { createSimulations } from './sessions/simulation.ts'
import { bindSimulation } from './sessions/simulation-routes.ts'
import { bindConnections } from './sign-on/administer.ts'
import { findProofProvider } from './sign-on/confirm.ts'
import { createDirectoryPasswords } from './sign-on/directory-passwords.ts'
import { findWayOut } from './sign-on/logout.ts'
import { bindSignOn } from './sign-on/routes.ts'
import { createSamlChecks, samlBounds, samlThread } from './sign-on/saml-checks.ts'
import { createAccessTokens } from './tokens/access-tokens.ts'
import { bindMetadata } from './tokens/metadata-routes.ts'
import { createRefreshTokens } from './tokens/refresh-tokens.ts'
import { createRequestAuth } from './tokens/request-auth.ts'
import { createTokenGrants } from './tokens/token-grants.ts'
import type { TokenKeys } from './tokens/token-keys.ts'
import { createTokenRevocation } from './tokens/token-revocation.ts'
import { bindTokens } from './tokens/token-routes.ts'

export interface IdentityDeps {
  readonly ownOrigins: OwnOrigins
  readonly passwords: Passwords
  /** Hides whether a person is known (RG-2). */
  readonly inEvenTime: InEvenTime
  readonly tokenKeys: TokenKeys
  readonly maySeeStill: MaySeeStill
}

export type IdentityWing = ReturnType<typeof createIdentity>

/** Who signs in, and how they prove it. */
export function createIdentity(house: Ground & BrandsWing & MailingWing, deps: IdentityDeps) {
  const { config, database, dataKey, contentDir, lifetimes, limits, brands, content, emails } = house
  const { ownOrigins, passwords, inEvenTime, tokenKeys, maySeeStill } = deps
  const { staffSecondFactor } = config
  const sessions = createSessions(database, lifetimes)
  const accessTokens = createAccessTokens({
    keys: tokenKeys,
    lifetimeS: config.accessTokenS,
    isIssuer: ownOrigins.isIssuer,
  })
  const refreshTokens = createRefreshTokens(database, sessions)
  const revocation = createTokenRevocation({ database, sessions, accessTokens })
  const reach = { inside: config.privateProviders }
  const directories = createDirectoryPasswords({ database, dataKey, limits, reach })
  const passwordCheck = createPasswordCheck({ database, passwords, limits, directories })
  const newPasswords = createNewPasswords({ passwords, isCommon: loadCommonPasswords(contentDir) })
  const distrust = async (tx: Tx, accountId: string) => {
    await forgetTrustedDevices(tx, accountId)
    await dropEmailChange(tx, accountId)
    await dropTickets(tx, accountId)
    await dropChallenges(tx, accountId)
  }
  const secondFactor = createSecondFactorRule(database)
  const signIn = createSignIn({
    ...{ database, passwordCheck, sessions, lifetimes, limits, brands, secondFactor, staffSecondFactor },
  })
  const accountSecurity = createAccountSecurity({
    ...{ database, dataKey, brands, sessions, signIn, limits, passwordCheck, staffSecondFactor },
    findProvider: (principal) => findProofProvider(database, principal),
  })
  const questions = createQuestions({ content, brands, dataKey })
  return {
    ...{
      ownOrigins,
      passwords,
      inEvenTime,
      tokenKeys,
      sessions,
      refreshTokens,
      revocation,
      passwordCheck,
      newPasswords,
    },
    ...{ distrust, signIn, accountSecurity, questions, directories, reach },
    passwordReset: createPasswordReset({ database, newPasswords, sessions, limits, emails, distrust }),
    simulations: createSimulations({ database, sessions }),
    tokenGrants: createTokenGrants({ signIn, sessions, accessTokens, refreshTokens, revocation, ownOrigins }),
    authenticator: createRequestAuth(sessions, accessTokens, (principal, now) =>
      keepViewing({ database, maySeeStill }, principal, now),
    ),
    chosenAnswers: createChosenAnswers({ passwords, questions }),
    whySignedOut: (token: string, now: Date) => whySignedOut(database.read, { token, now, lifetimes }),
  }
}

/** Options for every call: how the caller is authenticated, and what applies to them. */
export function binderOptions(house: Ground & IdentityWing): Omit<BinderOptions, 'app'> {
  const { config, database, authenticator, ownOrigins } = house
  return {
    database,
    authenticator,
    ownOrigins,
    outageWaitMs: config.outageWaitMs,
    asksForStepUp: async (brand) => (await readOffered(database.read, brand)).stepUp,
    work: createWorkBudget(),
    recordBlocked: (principal, call, origin) => recordBlockedChange(database, { principal, call, origin }),
  }
}

/** What the wings above do when someone signs in, changes a password or closes an account. */
export interface IdentityHooks {
  readonly demands: Parameters<typeof bindIdentity>[1]['demands']
  readonly producerInfo: Parameters<typeof bindIdentity>[1]['producerInfo']
  readonly keepChoices: Parameters<typeof bindPasswordChange>[1]['keepChoices']
  readonly endAccess: Parameters<typeof createClosing>[0]['endAccess']
  readonly settleGroups: Parameters<typeof bindSignOn>[1]['settleGroups']
  readonly making: Parameters<typeof bindSignOn>[1]['making']
}

export function bindIdentityWing(
  binder: Binder,
  house: Ground & BrandsWing & MailingWing & IdentityWing,
  hooks: IdentityHooks,
): void {
  const { accountSecurity, app, config, ownOrigins, startJobThreads, tokenKeys } = house
  bindIdentity(binder, { ...house, ...hooks, demands: [accountSecurity.secondFactor, ...hooks.demands] })
  accountSecurity.bind(binder)
  const { settleGroups, making } = hooks
  const { secondFactor, stepUp } = accountSecurity
  const saml = createSamlChecks(startJobThreads(samlThread, 1, samlBounds))
  bindSignOn(app, { ...house, settleGroups, making, secondFactor, stepUp, saml })
  bindConnections(binder, house)
  bindSession(binder, {
    ...house,
    findWayOut: (principal, { calledOrigin, now }) =>
      findWayOut(house, principal, ownOrigins.issuerFor(calledOrigin), now),
  })
  bindSimulation(binder, house)
  bindHandOver(app, house)
  bindPersonState(binder, house)
  bindTokens(binder, { ...house, production: config.production })
  bindMetadata(app, { keys: tokenKeys, ownOrigins })
  bindOwnQuestions(binder, house)
  bindRecovery(binder, house)
  bindProfile(binder, {
    ...house,
    closeWayBack: dropTickets,
    closing: createClosing({ ...house, endAccess: hooks.endAccess }),
  })
  bindPasswords(binder, house)
  bindPasswordChange(binder, { ...house, keepChoices: hooks.keepChoices })
}

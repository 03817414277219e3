import type { SignInPayload } from '@portico/contract/calls/identity'
import type { ErrorCode } from '@portico/contract/errors'
import { storeIds } from '@portico/rules/limits'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import type * as v from 'valibot'
import { type Origin, recordAudit } from '../audit/store.ts'
import type { Database } from '../db/database.ts'
import { CallError } from '../http/call-error.ts'
import type { Principal } from '../http/principal.ts'
import { findAccountByLogin, type SignInAccount } from './account-store.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import type { Passwords } from './passwords.ts'
import { isLocked, refusalOf } from './refusal.ts'
import { newSecret } from './secrets.ts'
import type { SessionLifetimes, Sessions } from './sessions.ts'

export interface SignInRequest {
  readonly loginId: string
  readonly password: string
  readonly origin: Origin
  readonly userAgent: string
  readonly now: Date
}

export interface SignedIn extends OpenedSession {
  readonly payload: v.InferOutput<typeof SignInPayload>
  readonly account: SignInAccount
}

export interface SignIn {
  /** Throws CallError with a code of the error catalogue. Every outcome is in the audit log. */
  signIn(request: SignInRequest): Promise<SignedIn>
  signOut(principal: Principal, at: { readonly origin: Origin; readonly now: Date }): Promise<void>
}

export function createSignIn(parts: {
  readonly database: Database
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly lifetimes: SessionLifetimes
}): SignIn {
  const { database, passwords, sessions, lifetimes } = parts
  return {
    signIn: async (request) => {
      const { now } = request
      const account = await findAccountByLogin(database, normalizeLoginId(request.loginId))
      const matched = await passwords.matches(account?.password_hash ?? null, request.password)
      if (account === undefined) throw await refused(null, request, new CallError('GEN-NOMATCH'))
      if (isLocked(account, now)) throw await refused(account, request, new CallError('GEN-SUSPEND'))
      if (!matched) throw await refused(account, request, new CallError('GEN-NOMATCH'))
      const refusal = refusalOf(account, now.toISOString().slice(0, 10))
      if (refusal) throw await refused(account, request, new CallError(refusal.code, { details: refusal.details }))

      try {
        return await letIn(account, request)
      } catch (error) {
        await noteRefusal(account, request, 'UNEXPECTED', 'failed')
        throw error
      }
    },
    signOut: async (principal, { origin, now }) =>
      database.transaction(async (tx) => {
        await sessions.end(tx, principal.sessionId, now)
        const event = {
          action: 'sign-out',
          recordType: 'session',
          recordId: principal.sessionId,
          outcome: 'done',
        } as const
        await recordAudit(tx, { ...event, actor: principal, memberId: principal.memberId, origin }, now)
      }),
  }

  async function letIn(account: SignInAccount, { now, origin, userAgent }: SignInRequest): Promise<SignedIn> {
    const payload = signInPayload(account)
    const opened = await openSession(database, { account, userAgent, origin, now, maxS: lifetimes.maxS })
    return { payload, account, ...opened }
  }

  async function refused(account: SignInAccount | null, request: SignInRequest, error: CallError): Promise<CallError> {
    await noteRefusal(account, request, error.code, 'refused')
    return error
  }

  async function noteRefusal(
    account: SignInAccount | null,
    { origin, now }: SignInRequest,
    code: ErrorCode,
    outcome: 'refused' | 'failed',
  ): Promise<void> {
    const event = {
      actor: null,
      memberId: account?.member_id ?? null,
      action: `sign-in ${code}`,
      recordType: 'account',
      recordId: account?.account_id ?? null,
      outcome,
      origin,
    } as const
    await database.transaction((tx) => recordAudit(tx, event, now))
  }
}

/**
 * The answer to a sign-in (SI-3). Its tokens are random references: the session itself is the HttpOnly cookie's alone.
 * Throws when the account's stored context is broken, which the caller sees as an unexpected error (ER-9).
 */
function signInPayload(account: SignInAccount): v.InferOutput<typeof SignInPayload> {
  if (!storeIds.some((id) => id === account.preferred_store))
    throw new Error('The preferred store of an account is no store of ours.')
  const attribute = (attributeName: 'UserRole' | 'Brand' | 'PreferredStore', value: string[]) => ({
    attributeName,
    attributeValue: [{ storeId: account.preferred_store, value }],
  })
  return {
    WCToken: newSecret(),
    WCTrustedToken: newSecret(),
    HMCSRProxyToken: null,
    contextAttribute: [
      attribute('UserRole', account.role === 'VISITOR' ? [] : [account.role]),
      attribute('Brand', [account.brand]),
      attribute('PreferredStore', [account.preferred_store]),
    ],
    tempPasswordFlag: account.temporary_password ? '1' : '0',
    securityStrengthEnforcement: account.security_strength_enforcement,
    shoppingBrand: account.brand,
    userAlias: account.nick_name ?? account.first_name,
  }
}

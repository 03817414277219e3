import { ADDRESS_LIMIT, verdictOn } from '@portico/rules/identity/lockout'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import type { AuditContext } from '../../platform/audit/store.ts'
import type { Database } from '../../platform/db/database.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { AttemptKeys, LimitCode } from '../../platform/limits/attempt-statement.ts'
import { endFailures, refuseAttempt } from '../../platform/limits/attempts.ts'
import { attemptKeys, type Limits } from '../../platform/limits/limits.ts'
import { findForAttempt } from '../accounts/sign-in-accounts.ts'
import type { AccountWithMember } from '../accounts/sign-in-statement.ts'
import { type DirectoryPasswords, dueThere, PasswordDueThere } from './directory-passwords.ts'
import { isEndedByChange } from './password-store.ts'
import type { Passwords } from './passwords.ts'

export interface RightPassword {
  readonly account: AccountWithMember
  /** Pass these to `openSession`, which resets the count of consecutive failures. */
  readonly keys: AttemptKeys
}

/**
 * The only place that checks passwords, so that every guess is limited (SI-13). Unknown, wrong and locked cost the same work: one read, one
 * hash, one write. The limits are applied after the hash, in the statement that also counts, and no answer is given earlier: concurrent
 * guesses get no further than consecutive ones.
 */
export interface PasswordCheck {
  /**
   * Returns the account of this login ID and password. The caller must open a session with it or call `accept`. Throws CallError
   * GEN-NOMATCH, GEN-SUSPEND or TOO-MANY-REQUESTS, which is audited.
   */
  check(credentials: { readonly loginId: string; readonly password: string }, at: AuditContext): Promise<RightPassword>
  /** Resets the count of consecutive failures if no session is opened. Throws CallError like `check`. */
  accept(right: RightPassword, at: AuditContext): Promise<void>
  /**
   * Checks a signed-in person's password, e.g. for `step-up`. Throws FIELD-INVALID with GEN-NOMATCH or GEN-SUSPEND at `field`, or with
   * `password.due-there` for a correct one that has expired at the person's organization, or TOO-MANY-REQUESTS; these are audited, with
   * `action`. Throws NO-SESSION if the password was changed since the session was proven, e.g. by the same change sent twice: the old
   * password is then no guess and does not count as a failure.
   */
  confirm(
    principal: Principal,
    given: { readonly password: string; readonly field: string; readonly action: string },
    at: AuditContext,
  ): Promise<void>
}

/** Beyond this many concurrent attempts from one address, further ones are not even hashed: they would only make others wait. */
const maxAtOnce = 200

interface PasswordCheckParts {
  readonly database: Database
  readonly passwords: Passwords
  readonly limits: Limits
  readonly directories: Pick<DirectoryPasswords, 'matches'>
}

export function createPasswordCheck(parts: PasswordCheckParts): PasswordCheck {
  const { database, limits } = parts
  const running = new Map<string, number>()
  const service: PasswordCheck = {
    check: (credentials, at) => judge(credentials, at, { action: 'sign-in', principal: null }),
    accept: (right, at) => settle(right, at, { action: 'sign-in', principal: null }),
    confirm: async (principal, { password, field, action }, at) => {
      const asked = { action, principal }
      try {
        await settle(await judge({ loginId: principal.loginId, password }, at, asked), at, asked)
      } catch (error) {
        if (error instanceof CallError && (error.code === 'GEN-NOMATCH' || error.code === 'GEN-SUSPEND'))
          throw fieldError(field, error.code)
        if (error instanceof PasswordDueThere) throw fieldError(field, dueThere)
        throw error
      }
    },
  }
  return service

  async function judge(
    { loginId, password }: { readonly loginId: string; readonly password: string },
    at: AuditContext,
    asked: CheckContext,
  ): Promise<RightPassword> {
    limits.tidy(at.now)
    const keys = attemptKeys(loginId, at.origin.address)
    return atOnce(keys.networkKey, async () => {
      const { account, standing } = await findForAttempt(database, normalizeLoginId(loginId), keys)
      const verdict = verdictOn(standing, at.now)
      if (verdict.kind === 'address-refused')
        throw await refuse({ account, keys }, at, asked, 'TOO-MANY-REQUESTS', verdict.retryAfterMs)
      const matched = await matches(parts, account, { password, isConfirming: asked.principal !== null }, at)
      if (verdict.kind === 'locked') throw await refuse({ account, keys }, at, asked, 'GEN-SUSPEND')
      if (account === null || !matched) {
        // Only someone who knows the password can end a session this way, so no one can use it to escape the count.
        const { principal } = asked
        if (principal !== null && (await isEndedByChange(database.read, principal.sessionId)))
          throw new CallError('NO-SESSION')
        throw await refuse({ account, keys }, at, asked, null)
      }
      return { account, keys }
    })
  }

  async function settle(right: RightPassword, at: AuditContext, asked: CheckContext): Promise<void> {
    const code = await endFailures(database, right.keys, at.now)
    if (code !== null) throw await refuse(right, at, asked, code)
  }

  /** Counts the attempt, unless `code` already gives the reason for the refusal, and returns the refusal. */
  async function refuse(
    { account, keys }: { readonly account: AccountWithMember | null; readonly keys: AttemptKeys },
    { now, origin }: AuditContext,
    { action, principal }: CheckContext,
    code: LimitCode | null,
    retryAfterMs: number = ADDRESS_LIMIT.windowMs,
  ): Promise<CallError> {
    const refused = await refuseAttempt(database, { keys, now, origin, action, principal, account, code })
    return limitError(refused, retryAfterMs)
  }

  async function atOnce<T>(address: string, work: () => Promise<T>): Promise<T> {
    const others = running.get(address) ?? 0
    if (others >= maxAtOnce) throw limitError('TOO-MANY-REQUESTS', 1000)
    running.set(address, others + 1)
    try {
      return await work()
    } finally {
      const left = (running.get(address) ?? 1) - 1
      if (left === 0) running.delete(address)
      else running.set(address, left)
    }
  }
}

/** A linked person confirms with their directory password, never with ours (OS-61); a sign-in by login ID checks only ours. */
function matches(
  { passwords, directories }: PasswordCheckParts,
  account: AccountWithMember | null,
  { password, isConfirming }: { readonly password: string; readonly isConfirming: boolean },
  at: AuditContext,
): Promise<boolean> {
  return isConfirming && account?.linked
    ? directories.matches(account.account_id, password, at)
    : passwords.matches(account?.password_hash ?? null, password)
}

/** The action that requires the password, and the signed-in principal; null at a sign-in. */
interface CheckContext {
  readonly action: string
  readonly principal: Principal | null
}

/** The error for an attempt that the limits refuse. */
export function limitError(code: LimitCode, retryAfterMs: number = ADDRESS_LIMIT.windowMs): CallError {
  return new CallError(code, code === 'TOO-MANY-REQUESTS' ? { retryAfterS: Math.ceil(retryAfterMs / 1000) } : {})
}

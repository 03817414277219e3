import { checkPassword } from '@portico/rules/validation/password'
import { recordAudit } from '../audit/store.ts'
import type { Database, Tx } from '../db/database.ts'
import { CallError, type FieldProblem } from '../http/call-error.ts'
import type { SessionPrincipal } from '../http/principal.ts'
import { findAccount } from './account-store.ts'
import type { OpenedSession } from './open-session.ts'
import type { Occasion, PasswordCheck } from './password-check.ts'
import { listOldHashes, replacePassword } from './password-store.ts'
import { readPasswordTier } from './password-tier.ts'
import type { Passwords } from './passwords.ts'
import { renewSession } from './renew-session.ts'
import type { Sessions } from './sessions.ts'

export interface PasswordChange {
  /**
   * Changes the password of the signed-in person. All their sessions end, no browser stays remembered; the answer is the one that takes the place of
   * this one. Throws FIELD-INVALID with rule codes (VA-4) or GEN-NOMATCH or GEN-SUSPEND for the present password,
   * TOO-MANY-REQUESTS, or CONFLICT when it was changed elsewhere meanwhile.
   */
  change(
    principal: SessionPrincipal,
    given: { readonly currentPassword?: string | undefined; readonly newPassword: string },
    at: Occasion,
  ): Promise<OpenedSession>
}

export function createPasswordChange(parts: {
  readonly database: Database
  readonly passwords: Passwords
  readonly passwordCheck: PasswordCheck
  readonly sessions: Sessions
  /** Has every browser that is remembered asked for a code again. */
  readonly forgetDevices: (tx: Tx, accountId: string) => Promise<void>
  /** Whether many people have a password, given in lower case. */
  readonly isCommon: (lowerCased: string) => boolean
}): PasswordChange {
  const { database, passwords, passwordCheck, sessions, forgetDevices, isCommon } = parts
  return {
    change: async (principal, { currentPassword = '', newPassword }, at) => {
      const { accountId, loginId, memberId } = principal
      const tier = await readPasswordTier(database.read, principal.brand)
      const weak = checkPassword(newPassword, { tier, loginId, isCommon })
      const isAsked = !principal.passwordDue
      refuse([
        ...(isAsked && currentPassword === '' ? [{ field: 'currentPassword', code: 'field.required' }] : []),
        ...(weak ? [{ field: 'newPassword', code: weak.code }] : []),
      ])
      if (isAsked) {
        const given = { password: currentPassword, field: 'currentPassword', action: 'password.change' }
        await passwordCheck.confirm(principal, given, at)
      }

      const account = await findAccount(database.read, accountId)
      if (account === undefined) throw new CallError('NO-SESSION')
      const old = await listOldHashes(database.read, accountId)
      for (const hash of [account.password_hash, ...old]) {
        if (await passwords.matches(hash, newPassword)) refuse([{ field: 'newPassword', code: 'password.reused' }])
      }
      const hash = await passwords.hash(newPassword)

      return database.transaction(async (tx) => {
        const { now, origin } = at
        const replaced = await replacePassword(tx, { accountId, from: account.password_hash, to: hash, now })
        if (!replaced) throw new CallError('CONFLICT')
        const renewed = await renewSession(tx, principal, now)
        await sessions.endAll(tx, accountId, { except: renewed.principal.sessionId, reason: 'password-changed', now })
        await forgetDevices(tx, accountId)
        const event = {
          action: 'password.change',
          recordType: 'account',
          recordId: accountId,
          outcome: 'done',
        } as const
        await recordAudit(tx, { ...event, actor: principal, memberId, origin }, now)
        return renewed
      })
    },
  }
}

function refuse(fields: readonly FieldProblem[]): void {
  if (fields.length > 0) throw new CallError('FIELD-INVALID', { fields })
}

import { changePassword } from '@portico/contract/calls/passwords'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import { findAccount } from '../accounts/account-statement.ts'
import { setSessionCookies } from '../sessions/cookies.ts'
import { renewSession } from '../sessions/renew-session.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { DirectoryPasswords } from './directory-passwords.ts'
import type { NewPasswords } from './new-password.ts'
import type { PasswordCheck } from './password-check.ts'
import { replacePassword } from './password-store.ts'

/**
 * Changes the signed-in person's password. All their sessions end and no browser stays remembered; a new session replaces the current one,
 * and an e-mail tells them. Throws FIELD-INVALID with rule codes (VA-4), with GEN-NOMATCH or GEN-SUSPEND for the current password, or with
 * UPD-LDAP if the organization keeps it and does not let us (ER-7); TOO-MANY-REQUESTS; or CONFLICT or NO-SESSION if the password was
 * changed elsewhere in the meantime.
 */
export function bindPasswordChange(
  binder: Binder,
  parts: {
    readonly database: Database
    readonly newPasswords: NewPasswords
    readonly emails: EmailService
    readonly passwordCheck: PasswordCheck
    readonly directories: Pick<DirectoryPasswords, 'change'>
    readonly sessions: Sessions
    /**
     * Revokes whatever was begun or granted under the old password: remembered browsers, an unconfirmed new address, links for a new
     * password, half-done sign-ins.
     */
    readonly distrust: (tx: Tx, accountId: string) => Promise<void>
    /** Copies a session's choices, such as an agency (AG-1), to the session that continues it. */
    readonly keepChoices: (tx: Tx, fromSession: string, toSession: string) => Promise<void>
  },
): void {
  const { database, newPasswords, emails, passwordCheck, directories, sessions, distrust, keepChoices } = parts
  binder.bind(changePassword, {
    prepare: async ({ principal, body: { currentPassword = '', newPassword } }, at) => {
      const { accountId, loginId, brand } = principal
      const weak = await newPasswords.problems(database.read, { brand, login_id: loginId }, newPassword)
      const isAsked = !principal.passwordDue
      refuseFields([
        ...(isAsked && currentPassword === '' ? [{ field: 'currentPassword', code: 'field.required' }] : []),
        ...weak,
      ])
      const isThere = await directories.change(accountId, { current: currentPassword, next: newPassword }, at)
      if (isAsked && !isThere) {
        const given = { password: currentPassword, field: 'currentPassword', action: changePassword.audit.action }
        await passwordCheck.confirm(principal, given, at)
      }
      const account = await findAccount(database.read, accountId)
      // Checked after the account is read: another password change in between would have ended this session.
      const living = await sessions.listLive([principal.sessionId], at.now)
      if (account === undefined || !living.has(principal.sessionId)) throw new CallError('NO-SESSION')
      // If the organization keeps their password, the one stored here is not in use.
      const hash = isThere ? null : await newPasswords.hashUnused(database.read, account, newPassword)
      return { account, hash }
    },
    handle: async ({ principal }, context, tx, { account, hash }) => {
      const { accountId, memberId, brand } = principal
      const { now, language } = context
      const replaced = { accountId, from: account.password_hash, to: hash ?? '', now }
      if (hash !== null && !(await replacePassword(tx, replaced))) throw new CallError('CONFLICT')
      const opened = await renewSession(tx, principal, now)
      await keepChoices(tx, principal.sessionId, opened.principal.sessionId)
      await sessions.endAll(tx, accountId, { except: opened.principal.sessionId, reason: 'password-changed', now })
      await distrust(tx, accountId)
      const { email: to } = account
      const letter = { template: 'password-changed', brand, language, memberId, now } as const
      if (to !== null) await emails.queue(tx, { ...letter, to, values: { at: now.toISOString() } })
      setSessionCookies(context, opened)
      return { changedAt: now.toISOString() }
    },
  })
}

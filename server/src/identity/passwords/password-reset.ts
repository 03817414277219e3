import type { Language } from '@portico/contract/page'
import type { EmailService } from '../../mailing/email/service.ts'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { findAccount } from '../accounts/accounts.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { NewPasswords } from './new-password.ts'
import { replacePassword } from './password-store.ts'

/**
 * Gives an account a new password if `takeProof`, which is called in the same transaction and uses the proof up, allows it. Every session
 * ends, every lock is lifted, no browser stays remembered, and an e-mail tells the owner (RG-2). Throws FIELD-INVALID with rule codes
 * (VA-4), CHALLENGE-EXPIRED if the proof is no longer valid.
 */
export type PasswordReset = (
  accountId: string,
  newPassword: string,
  how: { readonly takeProof: (tx: Tx) => Promise<boolean>; readonly language: Language; readonly at: AuditContext },
) => Promise<void>

export function createPasswordReset(parts: {
  readonly database: Database
  readonly newPasswords: NewPasswords
  readonly sessions: Sessions
  readonly limits: Limits
  readonly emails: EmailService
  /**
   * Revokes what was begun or granted under the old password: remembered browsers, an unconfirmed new address, links for a new password,
   * half-done sign-ins.
   */
  readonly distrust: (tx: Tx, accountId: string) => Promise<void>
}): PasswordReset {
  const { database, newPasswords, sessions, limits, emails, distrust } = parts
  return async (accountId, newPassword, { takeProof, language, at }) => {
    const account = await findAccount(database.read, accountId)
    if (account === undefined) throw new CallError('CHALLENGE-EXPIRED')
    const fields = await newPasswords.problems(database.read, account, newPassword)
    refuseFields(fields)
    const hash = await newPasswords.hashUnused(database.read, account, newPassword)

    await database.transaction(async (tx) => {
      const { now, origin } = at
      if (!(await takeProof(tx))) throw new CallError('CHALLENGE-EXPIRED')
      const { password_hash: from, login_id: loginId, email, brand, member_id: memberId } = account
      if (!(await replacePassword(tx, { accountId, from, to: hash, now }))) throw new CallError('CHALLENGE-EXPIRED')
      await sessions.endAll(tx, accountId, { except: null, reason: 'password-changed', now })
      await distrust(tx, accountId)
      await limits.unlock(tx, loginId, accountId)
      const record = { recordType: 'account', recordId: accountId, memberId }
      await audit(tx, null, { action: 'password.recover', ...record }, { origin, now })
      const values = { at: now.toISOString() }
      if (email !== null)
        await emails.queue(tx, { template: 'password-changed', to: email, brand, language, memberId, values, now })
    })
  }
}

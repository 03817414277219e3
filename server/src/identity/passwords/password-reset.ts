import type { Language } from '@portico/contract/page'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { type Account, findAccount } from '../accounts/account-statement.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { NewPasswords } from './new-password.ts'
import { replacePassword } from './password-store.ts'

/** A new password ready to be stored, with the account as it was read. */
export interface NewPassword {
  readonly account: Account
  readonly hash: string
}

/** Gives an account a new password in exchange for a proof that is used up in the same transaction. */
export interface PasswordReset {
  /** Throws FIELD-INVALID with rule codes (VA-4), CHALLENGE-EXPIRED if there is no such account. */
  prepare(accountId: string, newPassword: string): Promise<NewPassword>
  /**
   * Ends every session, lifts every lock, forgets remembered browsers, and tells the owner by e-mail (RG-2). Throws CHALLENGE-EXPIRED if
   * the password was changed in the meantime.
   */
  store(tx: Tx, prepared: NewPassword, at: { readonly language: Language; readonly now: Date }): Promise<void>
}

export function createPasswordReset(parts: {
  readonly database: Database
  readonly newPasswords: NewPasswords
  readonly sessions: Sessions
  readonly limits: Limits
  readonly emails: EmailService
  /**
   * Revokes whatever was begun or granted under the old password: remembered browsers, an unconfirmed new address, links for a new
   * password, half-done sign-ins.
   */
  readonly distrust: (tx: Tx, accountId: string) => Promise<void>
}): PasswordReset {
  const { database, newPasswords, sessions, limits, emails, distrust } = parts
  return {
    prepare: async (accountId, newPassword) => {
      const account = await findAccount(database.read, accountId)
      if (account === undefined) throw new CallError('CHALLENGE-EXPIRED')
      refuseFields(await newPasswords.problems(database.read, account, newPassword))
      return { account, hash: await newPasswords.hashUnused(database.read, account, newPassword) }
    },
    store: async (tx, { account, hash }, { language, now }) => {
      const {
        account_id: accountId,
        password_hash: from,
        login_id: loginId,
        email,
        brand,
        member_id: memberId,
      } = account
      if (!(await replacePassword(tx, { accountId, from, to: hash, now }))) throw new CallError('CHALLENGE-EXPIRED')
      await sessions.endAll(tx, accountId, { except: null, reason: 'password-changed', now })
      await distrust(tx, accountId)
      await limits.unlock(tx, loginId, accountId)
      const values = { at: now.toISOString() }
      if (email !== null)
        await emails.queue(tx, { template: 'password-changed', to: email, brand, language, memberId, values, now })
    },
  }
}

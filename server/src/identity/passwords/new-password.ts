import { checkPassword } from '@portico/rules/validation/password'
import type { Reader } from '../../platform/db/database.ts'
import { type FieldProblem, fieldError } from '../../platform/http/call-error.ts'
import type { Account } from '../accounts/account-statement.ts'
import { listOldHashes } from './password-store.ts'
import { readPasswordTier } from './password-tier.ts'
import type { Passwords } from './passwords.ts'

/** The rules for every new password, whatever the occasion (VA-4). */
export interface NewPasswords {
  /** Rule violations, at the field `newPassword`. */
  problems(db: Reader, who: Pick<Account, 'brand' | 'login_id'>, newPassword: string): Promise<readonly FieldProblem[]>
  /** The hash to store. Throws FIELD-INVALID with `password.reused` for the current password or one of the last five. */
  hashUnused(db: Reader, account: Pick<Account, 'account_id' | 'password_hash'>, newPassword: string): Promise<string>
}

export function createNewPasswords(parts: {
  readonly passwords: Passwords
  /** Whether a lower-case password is a common one. */
  readonly isCommon: (lowerCased: string) => boolean
}): NewPasswords {
  const { passwords, isCommon } = parts
  const field = 'newPassword'
  return {
    problems: async (db, { brand, login_id: loginId }, newPassword) => {
      const weak = checkPassword(newPassword, { tier: await readPasswordTier(db, brand), loginId, isCommon })
      return weak ? [{ field, code: weak.code }] : []
    },
    hashUnused: async (db, { account_id, password_hash }, newPassword) => {
      const old = await listOldHashes(db, account_id)
      for (const hash of [password_hash, ...old]) {
        if (await passwords.matches(hash, newPassword)) throw fieldError(field, 'password.reused')
      }
      return passwords.hash(newPassword)
    },
  }
}

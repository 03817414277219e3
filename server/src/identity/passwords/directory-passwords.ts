import type { AuditContext } from '../../platform/audit/store.ts'

/** Code for a password that has expired at the organization and must be changed there (ER-7). */
export const dueThere = 'password.due-there'

/** A correct password that the organization accepts only for changing it. */
export class PasswordDueThere extends Error {}

/** Passwords of people who sign in through their organization (OS-61), which keeps them, not we. */
export interface DirectoryPasswords {
  /**
   * Whether a password is the person's in the directory that they sign in with; false if they use none. Throws CallError TOO-MANY-REQUESTS,
   * counted before the directory is asked, and UNAVAILABLE; PasswordDueThere for a correct password that has expired.
   */
  matches(accountId: string, password: string, at: AuditContext): Promise<boolean>
  /**
   * Sets a new password in the directory that keeps it; false if we keep it. Throws FIELD-INVALID with UPD-LDAP if the organization does
   * not let us, with `password.refused-there` for its own rules, or with GEN-NOMATCH or `password.due-there` for the current password; also
   * throws like `matches` (ER-7).
   */
  change(
    accountId: string,
    passwords: { readonly current: string; readonly next: string },
    at: AuditContext,
  ): Promise<boolean>
}

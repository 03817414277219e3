import type { AuditContext } from '../../platform/audit/store.ts'

/** What is wrong with a password that has expired where it is kept, and has to be changed there (ER-7). */
export const dueThere = 'password.due-there'

/** A right password that the organization takes for nothing until it is changed. */
export class PasswordDueThere extends Error {}

/** The passwords of people who sign in by their organization (OS-61): they are its, and not ours. */
export interface DirectoryPasswords {
  /**
   * Whether a password is someone's in the directory that they sign in by; false if they sign in by none. Throws CallError TOO-MANY-REQUESTS, which
   * counts before the directory is asked, and UNAVAILABLE; PasswordDueThere for one that is right and has expired.
   */
  matches(accountId: string, password: string, at: AuditContext): Promise<boolean>
  /**
   * Sets a new password where it is kept; false if that is here. Throws FIELD-INVALID with UPD-LDAP for an organization that does not let us, with
   * `password.refused-there` for its own rules, GEN-NOMATCH or `password.due-there` for the present one, and like `matches` (ER-7).
   */
  change(
    accountId: string,
    passwords: { readonly current: string; readonly next: string },
    at: AuditContext,
  ): Promise<boolean>
}

/**
 * What staff may do beyond their role (AD-2); a closed list, and none of it by default. `answer`: work at the desk, where members' mail is
 * read and answered, people are called back and directory reports are settled (MC-6, SH-8, MP-25); `simulate`: act for a member;
 * `unlock`: lift sign-in locks; `supervise`: maintain the canned replies of their brands; `author`, `approve`: change what members read,
 * and approve it for publication; `administer`: manage accounts; `audit`: read the audit log.
 */
export const entitlements = [
  'answer',
  'simulate',
  'unlock',
  'supervise',
  'author',
  'approve',
  'administer',
  'audit',
] as const
export type Entitlement = (typeof entitlements)[number]

export function isEntitlement(value: unknown): value is Entitlement {
  return entitlements.some((one) => one === value)
}

/** Whether someone works on texts: they write or approve them, or maintain the canned replies of a desk (CT-4). */
export function worksOnContent(given: readonly string[]): boolean {
  return (['author', 'approve', 'supervise'] satisfies Entitlement[]).some((one) => given.includes(one))
}

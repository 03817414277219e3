/**
 * What a member of staff may do besides their role (AD-2); a closed list, and none of it by default. `simulate`: act for a member;
 * `unlock`: lift locks of sign-ins; `supervise`: keep the canned replies of their brands; `author`, `approve`: change what members read,
 * let it be published; `administer`: keep accounts; `audit`: read the audit log.
 */
export const entitlements = ['simulate', 'unlock', 'supervise', 'author', 'approve', 'administer', 'audit'] as const
export type Entitlement = (typeof entitlements)[number]

export function isEntitlement(value: unknown): value is Entitlement {
  return entitlements.some((one) => one === value)
}

/** Whether someone has work among the texts: writes or approves them, or keeps the canned replies of a desk (CT-4). */
export function worksOnContent(given: readonly string[]): boolean {
  return (['author', 'approve', 'supervise'] satisfies Entitlement[]).some((one) => given.includes(one))
}

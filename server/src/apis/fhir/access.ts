import type { Organization } from '@portico/rules/apps/system'

/** An app's access, according to its access token. */
export interface AppAccess {
  readonly grantId: string
  readonly clientId: string
  readonly brand: string
  /** The account that gave the access. */
  readonly accountId: string
  /** The member whose data it covers. */
  readonly memberId: string
  readonly scopes: readonly string[]
  /** Whether it includes data that only the patient may see (OS-41). */
  readonly includesSensitive: boolean
}

/** A token's current access at a brand; null: the token is unknown, has ended, or is another brand's. */
export type ReadAppAccess = (token: string, brand: string) => Promise<AppAccess | null>

/** A system of another organization, according to its access token (OS-50). */
export interface SystemAccess {
  readonly clientId: string
  readonly brand: string
  readonly scopes: readonly string[]
  readonly organization: Organization
}

/** The same for systems; null: the token is unknown, has ended, or is another brand's. */
export type ReadSystemAccess = (token: string, brand: string) => Promise<SystemAccess | null>

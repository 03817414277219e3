import type { Organization } from '@portico/rules/apps/system'

/** What an app may read, as its access token says. */
export interface AppAccess {
  readonly grantId: string
  readonly clientId: string
  readonly brand: string
  /** Who gave the access. */
  readonly accountId: string
  /** Whose data. */
  readonly memberId: string
  readonly scopes: readonly string[]
  /** Whether it includes what is shown to the patient alone (OS-41). */
  readonly includesSensitive: boolean
}

/** Reads what a token gives access to at a brand, as of now; null: it is unknown, has ended, or is another brand's. */
export type ReadAppAccess = (token: string, brand: string) => Promise<AppAccess | null>

/** What a system of another organization is known by, as its access token says (OS-50). */
export interface SystemAccess {
  readonly clientId: string
  readonly brand: string
  readonly scopes: readonly string[]
  readonly organization: Organization
}

/** The same for systems; null: the token is unknown, is over, or is another brand's. */
export type ReadSystemAccess = (token: string, brand: string) => Promise<SystemAccess | null>

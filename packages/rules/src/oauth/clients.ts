import type { EnvironmentName } from '../environment/host.ts'

/** The one table of client ids by environment (SI-11). A browser can keep no secret, so they are public and have none. */
export const OAUTH_CLIENT_IDS = { test: 'portico-test', qa: 'portico-qa', prod: 'portico-prod' } as const

/** Client id of the portal's own pages, which trade the cookie they were given at sign-in. */
export const PAGE_CLIENT_ID = 'portico-web'

/** The client that a page of an environment signs in as: test environments named by a bare `tenv` are QA. */
export function oauthClientId(environment: EnvironmentName): string {
  if (environment === 'production') return OAUTH_CLIENT_IDS.prod
  return environment === 'tenv' ? OAUTH_CLIENT_IDS.qa : OAUTH_CLIENT_IDS.test
}

export function isOauthClient(clientId: string): boolean {
  return clientId === PAGE_CLIENT_ID || Object.values<string>(OAUTH_CLIENT_IDS).includes(clientId)
}

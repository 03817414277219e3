import type { EnvironmentName } from '../environment/host.ts'

/** The only table of client ids by environment (SI-11). They are public and have no secret, since a browser cannot keep one. */
export const OAUTH_CLIENT_IDS = { test: 'portico-test', qa: 'portico-qa', prod: 'portico-prod' } as const

/** Client id of the portal's own pages, which exchange their sign-in cookie for a token. */
export const PAGE_CLIENT_ID = 'portico-web'

/** The client id of an environment's pages: a test environment named just `tenv` is QA. */
export function oauthClientId(environment: EnvironmentName): string {
  if (environment === 'production') return OAUTH_CLIENT_IDS.prod
  return environment === 'tenv' ? OAUTH_CLIENT_IDS.qa : OAUTH_CLIENT_IDS.test
}

export function isOauthClient(clientId: string): boolean {
  return clientId === PAGE_CLIENT_ID || Object.values<string>(OAUTH_CLIENT_IDS).includes(clientId)
}

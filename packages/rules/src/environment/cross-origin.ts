import type { HostInfo } from './host.ts'

/** Headers that identify a session or a person, in lower case; none of them crosses an origin (HT-1). */
const sessionHeaders: readonly string[] = [
  'cookie',
  'ltpatoken2',
  'obssocookie',
  'sessiontoken',
  'oauthtoken',
  'commercetokens',
  'commerceactivitytoken',
  'hmcsrproxytoken',
  'wctoken',
  'wctrustedtoken',
  'userid',
  'user-id',
]

/** The headers that remain on a call to another origin (HT-1). */
export function headersAcrossOrigins(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !sessionHeaders.includes(name.toLowerCase())))
}

/** Value of the header that sends message calls to a test back end; null outside test environments (MC-5). */
export function testBackend({ environment }: Pick<HostInfo, 'environment'>): string | null {
  return environment.startsWith('tenv') ? environment : null
}

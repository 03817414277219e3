import type { MessageId } from '../messages/catalogues.ts'

type Kind =
  | 'brandConflict'
  | 'chipOver14'
  | 'chipUnder14'
  | 'critical'
  | 'demoUser'
  | 'directory'
  | 'invalidLogin'
  | 'network'
  | 'suspended'
  | 'tooMany'
  | 'unexpected'
  | 'wrongSite'

/** What a refused sign-in says: title and what to do next. `critical` is the text of HT-3. */
export interface LoginErrorTexts {
  readonly kind: Kind
  readonly title: MessageId
  readonly text: MessageId
}

/** The modal of each code (ER-1 to ER-11). */
const kinds: Readonly<Record<string, Kind>> = {
  'USER-NOT-ON-FILE': 'invalidLogin',
  'GEN-NOMATCH': 'invalidLogin',
  'GEN-NORECCHMECS': 'invalidLogin',
  invalid_grant_incorrect_creds: 'invalidLogin',
  'GEN-SUSPEND': 'suspended',
  invalid_grant_account_locked: 'suspended',
  DEMOUSER: 'demoUser',
  'EMP-LOGIN-SHOP': 'wrongSite',
  OVER_CHIP14: 'chipOver14',
  UNDER_CHIP14: 'chipUnder14',
  'UPD-LDAP': 'directory',
  'GEN-BRANDCONFLICT': 'brandConflict',
  'TOO-MANY-REQUESTS': 'tooMany',
  NETWORK: 'network',
  TIMEOUT: 'network',
}

/** The texts for a failed sign-in: a known code outranks the status, a status of 500 the rest (ER-9, ER-10). */
export function loginErrorTexts({ status, code }: { readonly status: number; readonly code: string }): LoginErrorTexts {
  const known = Object.hasOwn(kinds, code) ? kinds[code] : undefined
  const kind = known ?? (status === 500 ? 'unexpected' : 'critical')
  return { kind, title: `loginError.${kind}.title`, text: `loginError.${kind}.text` }
}

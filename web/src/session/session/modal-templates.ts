import type { ApiError } from '../../base/api/error.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'

type TextKey =
  | 'brandConflict'
  | 'chipOver14'
  | 'chipUnder14'
  | 'critical'
  | 'demoUser'
  | 'directory'
  | 'forcedPassword'
  | 'invalidLogin'
  | 'network'
  | 'simulateProhibited'
  | 'suspended'
  | 'tooMany'
  | 'unexpected'
  | 'wrongSite'

/** The modals that a sign-in attempt can lead to (ER), by the sources' names, or by our own. */
const textKeys = {
  'login-invalid': 'invalidLogin',
  'login-demo-user': 'demoUser',
  'login-wrong-site': 'wrongSite',
  'login-chip-over14': 'chipOver14',
  'login-chip-under14': 'chipUnder14',
  'login-suspended': 'suspended',
  'login-ldap-error': 'directory',
  'login-brand-conflict': 'brandConflict',
  'login-unexpected-error': 'unexpected',
  'login-generic-error': 'critical',
  'login-too-many': 'tooMany',
  'login-network': 'network',
  'simulate-prohibited': 'simulateProhibited',
  'forced-password': 'forcedPassword',
} as const satisfies Record<string, TextKey>

export type TemplateName = keyof typeof textKeys

export interface ModalTemplate {
  readonly name: TemplateName
  readonly title: MessageId
  /** What happened and what to do next; it includes the brand's phone. */
  readonly text: MessageId
  /** False: it can be left only through its buttons. */
  readonly closeable: boolean
}

function isTemplateName(name: string): name is TemplateName {
  return Object.hasOwn(textKeys, name)
}

/** The template with this name; null, and a line in the console, if there is none. */
export function modalTemplate(name: string): ModalTemplate | null {
  if (!isTemplateName(name)) {
    console.error(`Unknown modal template: ${name}`)
    return null
  }
  const key = textKeys[name]
  return {
    name,
    title: `loginError.${key}.title`,
    text: `loginError.${key}.text`,
    closeable: name !== 'forced-password',
  }
}

/** The modal for each code (ER-1 to ER-11). */
const templates: Readonly<Record<string, TemplateName>> = {
  'USER-NOT-ON-FILE': 'login-invalid',
  'GEN-NOMATCH': 'login-invalid',
  'GEN-NORECCHMECS': 'login-invalid',
  invalid_grant_incorrect_creds: 'login-invalid',
  'GEN-SUSPEND': 'login-suspended',
  invalid_grant_account_locked: 'login-suspended',
  DEMOUSER: 'login-demo-user',
  'EMP-LOGIN-SHOP': 'login-wrong-site',
  OVER_CHIP14: 'login-chip-over14',
  UNDER_CHIP14: 'login-chip-under14',
  'UPD-LDAP': 'login-ldap-error',
  'GEN-BRANDCONFLICT': 'login-brand-conflict',
  'TOO-MANY-REQUESTS': 'login-too-many',
  NETWORK: 'login-network',
  TIMEOUT: 'login-network',
}

/**
 * The modal for a failed sign-in: a known code takes precedence over the status, and a status of 500 over the rest (ER-9, ER-10).
 */
export function templateOfFailure({ status, code }: Pick<ApiError, 'status' | 'code'>): TemplateName {
  const known = Object.hasOwn(templates, code) ? templates[code] : undefined
  return known ?? (status === 500 ? 'login-unexpected-error' : 'login-generic-error')
}

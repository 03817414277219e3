import type { Call } from './call.ts'

/**
 * Address of the canned answer to a call in stub mode (EN-4): a file that any static host can serve. Every method becomes a GET, and
 * path parameters are ignored. `variant` selects an answer other than the usual one.
 */
export function stubPath(call: Pick<Call, 'method' | 'path'>, variant?: string): string {
  const path = call.path.replace(/[{}@]/g, '')
  const name = variant === undefined ? '' : `.${variant}`
  return `/stubs/${call.method.toLowerCase()}${path}${name}.json`
}

/**
 * Login IDs that stub mode refuses, with the code and status that a server would answer (ER). Some of the codes come from other servers
 * than ours, or from none.
 */
export const stubRefusals: Readonly<
  Record<string, { readonly code: string; readonly status: number; readonly detail?: string }>
> = {
  NOTFILE1: { code: 'USER-NOT-ON-FILE', status: 401 },
  NOMATCH1: { code: 'GEN-NOMATCH', status: 401 },
  NORECORD1: { code: 'GEN-NORECCHMECS', status: 401 },
  DEMOUSER1: { code: 'DEMOUSER', status: 401, detail: 'wybcbs' },
  EMPLOYEE1: { code: 'EMP-LOGIN-SHOP', status: 401, detail: 'SSO' },
  CHIP14OV: { code: 'OVER_CHIP14', status: 401 },
  CHIP14UN: { code: 'UNDER_CHIP14', status: 401 },
  LOCKED01: { code: 'GEN-SUSPEND', status: 401 },
  LDAPERR1: { code: 'UPD-LDAP', status: 401 },
  CONFLICT1: { code: 'GEN-BRANDCONFLICT', status: 401 },
  BROKEN01: { code: 'UNEXPECTED', status: 500 },
  ODDCODE1: { code: 'GEN-NOBODY-KNOWS', status: 403 },
}

/** For whom stub mode can show a page: nobody signed in, the stub member, or the stub agent of `producer=true`. */
export type StubPerson = 'visitor' | 'member' | 'agent'

/** Address of a page's state in stub mode, by the page's path (with or without a slash at the end). */
export function stubPagePath(path: string, person: StubPerson): string {
  const name = path.replace(/^\/|\/$/g, '').replaceAll('/', '-') || 'root'
  return `/stubs/page/${name}.${person}.json`
}

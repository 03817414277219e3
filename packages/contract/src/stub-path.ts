import type { Call } from './call.ts'

/**
 * Address of the canned answer to a call in stub mode (EN-4): a file that any static host can serve. Every method becomes
 * a GET of it, and parameters in the path do not count.
 */
export function stubPath(call: Pick<Call, 'method' | 'path'>): string {
  const path = call.path.replace(/[{}@]/g, '')
  return `/stubs/${call.method.toLowerCase()}${path}.json`
}

/** Whom stub mode can show a page to: nobody signed in, the stub member, or the stub agent of `producer=true`. */
export type StubPerson = 'visitor' | 'member' | 'agent'

/** Address of the state of a page in stub mode, by its path (with or without a slash at the end). */
export function stubPagePath(path: string, person: StubPerson): string {
  const name = path.replace(/^\/|\/$/g, '').replaceAll('/', '-') || 'root'
  return `/stubs/page/${name}.${person}.json`
}

import { CallError, fieldError } from '../../platform/http/call-error.ts'

/**
 * Turns a 401 about a proof given by someone signed in into an error at that proof's field: the page would read a 401 as the end of their
 * session. Other errors are returned as they are.
 */
export function atField(field: string, error: unknown): unknown {
  if (!(error instanceof CallError) || error.status !== 401) return error
  return fieldError(field, error.code)
}

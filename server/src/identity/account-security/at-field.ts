import { CallError, fieldError } from '../../platform/http/call-error.ts'

/**
 * Turns a 401 about a signed-in person's proof into an error at the proof's field, because the page would take a 401 for the end of their
 * session. Other errors are returned unchanged.
 */
export function atField(field: string, error: unknown): unknown {
  if (!(error instanceof CallError) || error.status !== 401) return error
  return fieldError(field, error.code)
}

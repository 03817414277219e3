import { ApiError } from './error.ts'

const codes: readonly string[] = ['CHALLENGE-EXPIRED', 'NOT-FOUND', 'FIELD-INVALID']

/** Whether the requested thing does not exist, or no longer; after any other failure, the request can be repeated. */
export function isGone(failure: unknown): boolean {
  return failure instanceof ApiError && codes.includes(failure.code)
}

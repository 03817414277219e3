import { ApiError } from './error.ts'

const codes: readonly string[] = ['CHALLENGE-EXPIRED', 'NOT-FOUND', 'FIELD-INVALID']

/** Whether what was asked for is not there, or no longer; after any other failure it can be asked for again. */
export function isGone(failure: unknown): boolean {
  return failure instanceof ApiError && codes.includes(failure.code)
}

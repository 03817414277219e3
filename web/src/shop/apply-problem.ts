import { ApiError } from '../api/error.ts'

/** Why an application was refused, other than for a field. */
export type ApplyProblem = 'changed' | 'closed' | 'failed'

/**
 * No one can enroll in the plan now. The server says so at `event`, also where none was asked for: every form that asks for one sends
 * one, so no field is left to be put right.
 */
export function isClosed(error: unknown): boolean {
  return error instanceof ApiError && error.entries.some(({ field }) => field === 'event')
}

export function problemOf(error: unknown): ApplyProblem {
  if (isClosed(error)) return 'closed'
  return error instanceof ApiError && error.code === 'CONFLICT' ? 'changed' : 'failed'
}

import { ApiError } from '../../base/api/error.ts'

/** Why an application was refused, if not because of a field. */
export type ApplyProblem = 'changed' | 'closed' | 'before' | 'unsold' | 'failed'

/**
 * No one can enroll in the plan now. The server reports this at `event`, even if no event was asked for: forms that ask for one
 * always send one, so there is no field to correct.
 */
export function isClosed(error: unknown): boolean {
  return error instanceof ApiError && error.entries.some(({ field }) => field === 'event')
}

export function toApplyProblem(error: unknown): ApplyProblem {
  if (isClosed(error)) return 'closed'
  if (error instanceof ApiError && error.code === 'APPLIED-BEFORE') return 'before'
  if (error instanceof ApiError && error.code === 'NOT-FOUND') return 'unsold'
  return error instanceof ApiError && error.code === 'CONFLICT' ? 'changed' : 'failed'
}

import type { ApiError } from '../api/error.ts'

/** Why a change failed as a whole. */
export type Failure = 'conflict' | 'ended' | 'other' | 'tooMany'

export function failureOf({ code, status }: Pick<ApiError, 'code' | 'status'>): Failure {
  if (code === 'CONFLICT') return 'conflict'
  if (code === 'TOO-MANY-REQUESTS') return 'tooMany'
  return status === 401 ? 'ended' : 'other'
}

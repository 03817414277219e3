import type { ApiError } from '../../base/api/error.ts'

/** Why a change failed as a whole. */
export type ChangeFailure = 'conflict' | 'ended' | 'other' | 'tooMany'

export function toChangeFailure({ code, status }: Pick<ApiError, 'code' | 'status'>): ChangeFailure {
  if (code === 'CONFLICT') return 'conflict'
  if (code === 'TOO-MANY-REQUESTS') return 'tooMany'
  return status === 401 ? 'ended' : 'other'
}

import { ApiError } from '../../base/api/error.ts'

/** The brand whose link this is, if it is not the page's (SH-6). */
export function findOtherBrand(failure: unknown): string | null {
  if (!(failure instanceof ApiError) || failure.code !== 'OTHER-BRAND') return null
  return failure.entries[1]?.errorMessage ?? null
}

import { limits } from '../limits.ts'
import type { Problem } from './result.ts'

/** The global search term: not blank, at most 64 characters (VA-8). */
export function checkSearch(value: string): Problem | null {
  if (value.trim() === '') return { code: 'search.missing' }
  const { max } = limits.search
  return value.length <= max ? null : { code: 'search.too-long', params: { maximum: max } }
}

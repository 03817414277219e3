import { limits } from '../limits.ts'
import type { FieldTextKey, Problem, ProblemCode } from './result.ts'

const length = `{${limits.memberId.min},${limits.memberId.max}}`
const digits = new RegExp(`^[0-9]${length}$`)
const digitsAndLetters = new RegExp(`^[A-Za-z0-9]${length}$`)

/** Brands with a rule or text of their own for member IDs, by shared code. */
const brandRules = new Map<string, { pattern: RegExp; code: ProblemCode }>([
  ['MINCR', { pattern: digits, code: 'member-id.invalid-mincr' }],
  ['NDBCBS', { pattern: digitsAndLetters, code: 'member-id.invalid-alphanumeric' }],
  ['WYBCBS', { pattern: digitsAndLetters, code: 'member-id.invalid-alphanumeric' }],
])

/** A member ID of 9 to 17 digits; in North Dakota and Wyoming also letters A to Z (VA-5). */
export function checkMemberId(
  value: string,
  { sharedBrandCode, required = false }: { sharedBrandCode: string; required?: boolean },
): Problem | null {
  if (value === '' && !required) return null
  const { pattern, code } = brandRules.get(sharedBrandCode) ?? { pattern: digits, code: 'member-id.invalid' }
  return pattern.test(value) ? null : { code }
}

/** The same for a member ID of any brand, e.g. when staff enter it. */
export function checkAnyMemberId(value: string): Problem | null {
  return digitsAndLetters.test(value) ? null : { code: 'member-id.invalid-alphanumeric' }
}

/** The hints shown next to the field, in order (VA-5). */
export function memberIdHints(sharedBrandCode: string): readonly FieldTextKey[] {
  return sharedBrandCode === 'MINCR' ? ['member-id.hint', 'member-id.hint-mincr'] : ['member-id.hint']
}

/** Whether a brand's member IDs may contain letters (VA-5). */
export function memberIdLetters(sharedBrandCode: string): boolean {
  return brandRules.get(sharedBrandCode)?.pattern === digitsAndLetters
}

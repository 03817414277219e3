import type { Problem } from './result.ts'

/** The longest name accepted, in UTF-16 units. */
export const longestName = 40

const pattern = /^[\p{L}\p{M}'’.\- ]+$/u

/** A first or last name: letters of any script with apostrophes, periods, hyphens and spaces between them. */
export function checkName(value: string): Problem | null {
  const name = value.trim()
  if (name === '') return { code: 'field.required' }
  const fits = name.length <= longestName && /\p{L}/u.test(name)
  return fits && pattern.test(name) ? null : { code: 'name.invalid' }
}

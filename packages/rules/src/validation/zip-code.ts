import type { Problem } from './result.ts'

export const zipCodeLength = 5

/** A zip code of five digits, as accounts store it (BR-11). */
export function isZipCode(value: string): boolean {
  return value.length === zipCodeLength && /^[0-9]+$/.test(value)
}

/** A required ZIP code; only the ZIP table knows whether it exists. */
export function checkZipCode(value: string): Problem | null {
  if (value.trim() === '') return { code: 'field.required' }
  return isZipCode(value) ? null : { code: 'zip.invalid' }
}

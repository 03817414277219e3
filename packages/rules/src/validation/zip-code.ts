export const zipCodeLength = 5

/** A zip code of five digits, as accounts have it (BR-11). */
export function isZipCode(value: string): boolean {
  return value.length === zipCodeLength && /^[0-9]+$/.test(value)
}

/** A zip code of five digits, as accounts have it (BR-11). */
export function isZipCode(value: string): boolean {
  return /^[0-9]{5}$/.test(value)
}

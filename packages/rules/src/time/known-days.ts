/**
 * Whether a day is one of the values that systems write for an unknown day or an open end: 9999-12-31 and 2999-12-31, the first day of
 * their calendar (0001-01-01, 0999-12-27, 1753-01-01, 1900-01-01), zeros. Nobody sees such a day; it counts as missing.
 */
export function isNotKnown(day: string): boolean {
  return day < '1901' || day >= '2200'
}

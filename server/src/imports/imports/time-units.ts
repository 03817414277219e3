/**
 * Whether a unit is the minute or the day, as UCUM, X12 or words have it: minutes of an anesthesia and days in a room are no units of a
 * service.
 */
export function isTime(unit: string): boolean {
  return /^(?:min|mins|minutes?|mj|d|da|days?)$/i.test(unit.trim())
}

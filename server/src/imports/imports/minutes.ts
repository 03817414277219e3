/** Whether a unit is the minute, as UCUM (`min`), X12 (`MJ`) or words have it: minutes of an anesthesia are no units of a service. */
export function isMinutes(unit: string): boolean {
  return /^(?:min|mins|minutes?|mj)$/i.test(unit.trim())
}

/**
 * Whole cents of an amount in dollars with any number of decimals, as files write the sums of binary numbers (103.91999999999999). Rounds
 * half a cent away from zero, so that a reversal has the cents of what it takes back; 1.005 is half a cent, whatever its nearest binary
 * number (IM-1).
 */
export function roundToCents(dollars: number): number {
  // A binary number keeps 15 decimal digits.
  const cents = Math.round(Number((Math.abs(dollars) * 100).toPrecision(15)))
  return dollars < 0 ? 0 - cents : cents
}

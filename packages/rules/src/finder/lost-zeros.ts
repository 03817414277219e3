/** The first and last three digits of the ZIP codes that begin with zeros, by state. USPS has given out no others. */
const rangesByState: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  AE: [[90, 98]],
  CT: [[60, 69]],
  MA: [
    [10, 27],
    [55, 55],
  ],
  ME: [[39, 49]],
  NH: [[30, 38]],
  NJ: [[70, 89]],
  NY: [
    [5, 5],
    [63, 63],
  ],
  PR: [
    [6, 7],
    [9, 9],
  ],
  RI: [[28, 29]],
  VI: [[8, 8]],
  VT: [[50, 59]],
}

/**
 * A ZIP code of five or nine digits whose leading zeros a spreadsheet has removed (`2138`, `2138-1234`, `21381234`, `501`): with them, if
 * the state has such a code, or without a state if any state has one; otherwise null. One that has all of its digits stays as it is (IM-6).
 */
export function restoreZip(said: string, state: string | null): string | null {
  const [, short, more] = /^(\d{3,4})(?:-?(\d{4}))?$/.exec(said) ?? []
  if (short === undefined) return said
  const code = short.padStart(5, '0')
  const area = Number(code.slice(0, 3))
  const ranges = state === null ? Object.values(rangesByState).flat() : (rangesByState[state] ?? [])
  if (!ranges.some(([first, last]) => area >= first && area <= last)) return null
  return more === undefined ? code : `${code}-${more}`
}

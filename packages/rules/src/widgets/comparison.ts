/** With this many columns, including row headings, the table compares two things, and neither can be removed (MN-4). */
const fewestColumns = 3

export interface ComparisonState {
  /** Whether a column can be removed. */
  readonly removable: boolean
  /** The number of compared things that the label states. */
  readonly count: number
}

/** What a comparison table with this many columns, including row headings, offers and says (MN-4). */
export function comparisonState(columns: number): ComparisonState {
  return { removable: columns > fewestColumns, count: Math.max(columns, fewestColumns) - 1 }
}

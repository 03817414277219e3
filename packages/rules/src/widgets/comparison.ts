/** With this many columns, row headings included, two things are compared: none of them can be removed (MN-4). */
const fewestColumns = 3

export interface ComparisonState {
  /** Whether a column can be removed. */
  readonly removable: boolean
  /** How many things the label says are compared. */
  readonly count: number
}

/** What a comparison table of so many columns, the row headings' included, offers and says (MN-4). */
export function comparisonState(columns: number): ComparisonState {
  return { removable: columns > fewestColumns, count: Math.max(columns, fewestColumns) - 1 }
}

export interface CoverageState {
  readonly state: 'starts' | 'active' | 'active-through' | 'ended'
  /** The day `yyyy-mm-dd` in the sentence; null if it has none. */
  readonly day: string | null
}

/** The state of a coverage on a day; null if nothing is known about it. Its last day is covered. Days are `yyyy-mm-dd`. */
export function coverageState(options: {
  readonly begin: string | null
  readonly end: string | null
  readonly today: string
}): CoverageState | null {
  const { begin, end, today } = options
  if (begin !== null && begin > today) return { state: 'starts', day: begin }
  if (end !== null) return { state: end < today ? 'ended' : 'active-through', day: end }
  return begin === null ? null : { state: 'active', day: null }
}

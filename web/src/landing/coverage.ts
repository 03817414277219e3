export interface CoverageState {
  readonly state: 'starts' | 'active' | 'active-through' | 'ended'
  /** Day `yyyy-mm-dd` that the sentence names; null where it names none. */
  readonly day: string | null
}

/** Where a coverage stands on a day; null when nothing is known of it. Its last day is covered. Days are `yyyy-mm-dd`. */
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

/**
 * The status of a coverage on a day (HT-4). `pending`: the first premium is not paid yet; `upcoming`: it begins later; `unknown`: the
 * plan has not sent enough to tell.
 */
export type Standing = 'pending' | 'upcoming' | 'active' | 'ended' | 'unknown'

export const standings = ['active', 'upcoming', 'pending', 'unknown', 'ended'] as const

/** Days are `yyyy-mm-dd`; the last day is covered. */
export function coverageStanding(coverage: {
  readonly begins: string | null
  readonly ends: string | null
  /** The day since which it is in effect; null: not yet. */
  readonly effectuatedOn: string | null
  readonly today: string
}): Standing {
  const { begins, ends, effectuatedOn, today } = coverage
  if (ends !== null && ends < today) return 'ended'
  if (effectuatedOn === null) return begins === null ? 'unknown' : 'pending'
  return effectuatedOn > today || (begins !== null && begins > today) ? 'upcoming' : 'active'
}

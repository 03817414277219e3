import type { Outcome } from '../../platform/versions/outcome.ts'
import { Refused } from './refused.ts'

export type OutcomeOrRefused = Outcome | Refused

/** Imports the items that are not refused yet; returns the outcome of all, in order. */
export async function importUnrefused<One extends object>(
  all: readonly (One | Refused)[],
  store: (good: readonly One[]) => Promise<readonly Outcome[]>,
): Promise<readonly OutcomeOrRefused[]> {
  const good = all.filter((one): one is One => !(one instanceof Refused))
  const outcomes = good.length === 0 ? [] : await store(good)
  const results = outcomes.values()
  return all.map((one) => (one instanceof Refused ? one : (results.next().value as Outcome)))
}

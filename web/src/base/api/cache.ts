import { REQUEST_CACHE_TTL_MS } from '@portico/rules/timing'

interface Kept {
  readonly value: unknown
  readonly until: number
}

/** Answers that calls asked to keep (HT-1): only in memory, since they may reveal health information. */
const answers = new Map<string, Kept>()
let generation = 0

/** The answer kept for a call, if it has not expired. */
export function findKeptAnswer(key: string): { readonly value: unknown } | null {
  const kept = answers.get(key)
  if (kept && kept.until > Date.now()) return kept
  answers.delete(key)
  return null
}

/** Returns a function that stores the value, unless everything was cleared in between. */
export function keeper(key: string): (value: unknown) => void {
  const mine = generation
  return (value) => {
    if (mine === generation) answers.set(key, { value, until: Date.now() + REQUEST_CACHE_TTL_MS })
  }
}

/** Clears all answers when a person signs out or turns out to be someone else. */
export function forgetAnswers() {
  generation += 1
  answers.clear()
}

/** If an answer could not be fetched again, the old one is no longer reliable (HT-4). */
export function forgetAnswer(key: string) {
  answers.delete(key)
}

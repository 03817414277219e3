import { REQUEST_CACHE_TTL_MS } from '@portico/rules/timing'

interface Kept {
  readonly value: unknown
  readonly until: number
}

/** Answers that calls asked to keep (HT-1): in memory alone, since they may tell of someone's health. */
const answers = new Map<string, Kept>()
let generation = 0

/** The answer kept for a call, while its time lasts. */
export function keptAnswer(key: string): { readonly value: unknown } | null {
  const kept = answers.get(key)
  if (kept && kept.until > Date.now()) return kept
  answers.delete(key)
  return null
}

/** Returns a function that stores the value, unless everything was forgotten in between. */
export function keeper(key: string): (value: unknown) => void {
  const mine = generation
  return (value) => {
    if (mine === generation) answers.set(key, { value, until: Date.now() + REQUEST_CACHE_TTL_MS })
  }
}

/** A person who signs out, or turns out to be someone else, leaves nothing behind. */
export function forgetAnswers() {
  generation += 1
  answers.clear()
}

/** An answer that cannot be fetched again is not reliable (HT-4). */
export function forgetAnswer(key: string) {
  answers.delete(key)
}

/** Whose numbers are in a file, from one batch of it to the next. */
export interface Holders<One> {
  find(key: string): One | undefined
  /** Remembers who was the first of a number. */
  keep(key: string, one: One): void
}

/** How many numbers are remembered: a file says those of a family near each other. */
const maxHolders = 100_000

export function createHolders<One>(): Holders<One> {
  const held = new Map<string, One>()
  return {
    find: (key) => held.get(key),
    keep: (key, one) => {
      if (held.has(key)) return
      held.set(key, one)
      const [oldest] = held.keys()
      if (held.size > maxHolders && oldest !== undefined) held.delete(oldest)
    },
  }
}

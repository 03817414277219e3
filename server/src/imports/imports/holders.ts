/** The holders of the numbers in a file, from one batch to the next. */
export interface Holders<One> {
  find(key: string): One | undefined
  /** Remembers the first holder of a number. */
  keep(key: string, one: One): void
}

/** How many numbers are remembered: a file lists a family close together. */
const maxHolders = 20_000

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

/** Makes the same choices for the same seed, on every machine. */
export interface Random {
  /** From 0 up to, but not including, `end`. */
  below(end: number): number
  /** True in this percentage of cases. */
  chance(percent: number): boolean
  pick<T>(list: readonly T[]): T
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: (list) => {
      if (list.length === 0) throw new Error('There is nothing to pick from.')
      return list[below(list.length)] as (typeof list)[number]
    },
  }
}

export type ArrowKey = 'ArrowDown' | 'ArrowUp'

/** Index that an arrow key leads to in a list, round its ends; `active` is -1 where none is active, and so is the answer in an empty list. */
export function arrowTo({ key, active, count }: { key: ArrowKey; active: number; count: number }): number {
  if (count === 0) return -1
  if (key === 'ArrowDown') return (active + 1) % count
  return active <= 0 ? count - 1 : active - 1
}

export function isArrowKey(key: string): key is ArrowKey {
  return key === 'ArrowDown' || key === 'ArrowUp'
}

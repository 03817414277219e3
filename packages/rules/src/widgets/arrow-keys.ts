export type ArrowKey = 'ArrowDown' | 'ArrowUp'

/**
 * The index that an arrow key moves to in a list, wrapping around at the ends; `active` -1: none is active. The result is -1 for an
 * empty list.
 */
export function arrowTo({ key, active, count }: { key: ArrowKey; active: number; count: number }): number {
  if (count === 0) return -1
  if (key === 'ArrowDown') return (active + 1) % count
  return active <= 0 ? count - 1 : active - 1
}

export function isArrowKey(key: string): key is ArrowKey {
  return key === 'ArrowDown' || key === 'ArrowUp'
}

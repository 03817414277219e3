import { setImmediate } from 'node:timers/promises'

/** How many resources are judged before other work gets its turn: an explanation of benefits takes half a millisecond. */
export const markedAtOnce = 40

/** Maps many items, such as all claims of some members, and lets the server answer requests in between. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % markedAtOnce === 0) await setImmediate()
    results.push(map(item, index))
  }
  return results
}

import type { ImportCountsData } from '../../platform/db/tables.ts'

/** The most kinds of skipped pieces that are reported individually: names of types come from files. */
const maxKinds = 100

/** Counts skipped pieces, by type and reason. */
export function createSkips() {
  const counted = new Map<string, { readonly type: string; readonly reason: string; count: number }>()
  return {
    add: (named: string, reason: string, pieces = 1): void => {
      if (pieces === 0) return
      const isName = /^[A-Za-z][A-Za-z .-]{0,59}$/.test(named)
      const type = isName && (counted.size < maxKinds || counted.has(`${named} ${reason}`)) ? named : 'other'
      const key = `${type} ${reason}`
      const one = counted.get(key) ?? { type, reason, count: 0 }
      one.count += pieces
      counted.set(key, one)
    },
    list: () => [...counted.values()].map((one) => ({ ...one })),
    counts: (): Pick<ImportCountsData, 'skipped' | 'skips'> => {
      const skips = [...counted.values()].map((one) => ({ ...one }))
      const skipped = skips.reduce((sum, { count }) => sum + count, 0)
      return skipped === 0 ? { skipped } : { skipped, skips }
    },
  }
}

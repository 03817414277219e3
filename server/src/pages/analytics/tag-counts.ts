import { easternDay } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import { addCounts } from './count-store.ts'

/** The keys of the counts: our own names only, no personal data (AN-1). */
export interface TagKey {
  readonly brand: string
  readonly page: string
  readonly category: string
  /** '' for the page itself. */
  readonly event: string
}

export interface TagCounts {
  add(key: TagKey): void
  /** Writes the counts that are still in memory. */
  close(): Promise<void>
}

/** Counts are written together after this pause, in ms. */
const pauseMs = 1_000

/** The most different tags in one pause; any more must be made up. */
const maxKeys = 500

/** Counts tags by day. A process that is killed loses the last second of them. */
export function createTagCounts(database: Database, warn: (error: unknown) => void): TagCounts {
  let waiting = new Map<string, { readonly key: TagKey; count: number }>()
  let timer: NodeJS.Timeout | null = null

  async function write(): Promise<void> {
    timer = null
    const day = easternDay(new Date())
    // In the same order everywhere, so that two instances cannot deadlock.
    const rows = [...waiting.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { key, count }]) => ({ day, ...key, count }))
    waiting = new Map()
    if (rows.length === 0) return
    await database.transaction((tx) => addCounts(tx, rows)).catch(warn)
  }

  return {
    add(key) {
      const name = JSON.stringify([key.brand, key.page, key.category, key.event])
      const entry = waiting.get(name)
      if (entry) entry.count += 1
      else if (waiting.size < maxKeys) waiting.set(name, { key, count: 1 })
      timer ??= setTimeout(write, pauseMs)
    },
    async close() {
      if (timer) clearTimeout(timer)
      await write()
    },
  }
}

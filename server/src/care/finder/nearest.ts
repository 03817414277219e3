import type { Language } from '@portico/contract/page'
import { milesBetween } from '@portico/rules/finder/distance'
import type { ProviderKind } from '@portico/rules/finder/limits'
import type { Reader } from '../../platform/db/database.ts'
import { findEntries, type Near, readEntries, type ShownDirectory, toEntryKey } from './store.ts'
import { describeEntries, type Entry } from './tell.ts'

export const unfiltered = {
  networks: [],
  kinds: [],
  accepting: false,
  telehealth: false,
  wheelchair: false,
  saturday: false,
}

/** Entries of some kinds within a radius of a point, nearest first; only of the given networks, if any are given. */
export async function listNearest(
  db: Reader,
  shown: ShownDirectory,
  asked: {
    readonly near: Near
    readonly kinds: readonly ProviderKind[]
    readonly networks?: readonly string[]
    readonly max: number
  },
  { language, today }: { readonly language: Language; readonly today: string },
): Promise<Entry[]> {
  const { near, kinds, networks = [], max } = asked
  const { center, miles: farthest } = near
  const lookup = { by: 'care' as const, values: kinds.map((kind) => `kind:${kind}`), words: [] }
  const filter = { ...unfiltered, networks }
  const found = await findEntries(db, shown, { lookup, near, filter, day: today, max: 2 * max })
  const nearest = found
    .map((row) => ({ row, miles: milesBetween(center, row) }))
    .filter(({ miles }) => miles <= farthest)
    .sort((a, b) => a.miles - b.miles || toEntryKey(a.row).localeCompare(toEntryKey(b.row)))
    .slice(0, max)
  const rows = await readEntries(
    db,
    shown,
    nearest.map(({ row }) => row),
    today,
  )
  return describeEntries(rows, { language, center, today, networks })
}

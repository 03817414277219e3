import type { Language } from '@portico/contract/page'
import { milesBetween } from '@portico/rules/finder/distance'
import type { ProviderKind } from '@portico/rules/finder/limits'
import type { Reader } from '../db/database.ts'
import { findEntries, keyOf, type Near, readEntries, type Shown } from './store.ts'
import { type Entry, tellEntries } from './tell.ts'

export const unfiltered = {
  ...{ networks: [], kinds: [], accepting: false, telehealth: false, wheelchair: false, saturday: false },
}

/** Entries of some kinds within so many miles of a point, the nearest first; of some networks alone where any are named. */
export async function listNearest(
  db: Reader,
  shown: Shown,
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
  const sought = { by: 'care' as const, values: kinds.map((kind) => `kind:${kind}`), words: [] }
  const filter = { ...unfiltered, networks }
  const found = await findEntries(db, shown, { sought, near, filter, day: today, max: 2 * max })
  const nearest = found
    .map((row) => ({ row, miles: milesBetween(center, row) }))
    .filter(({ miles }) => miles <= farthest)
    .sort((a, b) => a.miles - b.miles || keyOf(a.row).localeCompare(keyOf(b.row)))
    .slice(0, max)
  const rows = await readEntries(
    db,
    shown,
    nearest.map(({ row }) => row),
    today,
  )
  return tellEntries(rows, { language, center, today })
}

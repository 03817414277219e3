import type { DirectoryEntry, DirectorySeat } from '../../finder/entry.ts'
import { Refused } from '../refused.ts'

/** What a row or a resource adds to a directory. */
export type DirectoryItem =
  | { readonly is: 'entry'; readonly entry: DirectoryEntry }
  | { readonly is: 'seat'; readonly seat: DirectorySeat }

export interface LayoutContext {
  /** Brand of the run; null if all brands share the directory. */
  readonly brand: string | null
  readonly brands: ReadonlySet<string>
  /** The point of a ZIP code; null if there is none. */
  pointOf(zip: string): { readonly lat: number; readonly lon: number } | null
}

/** Reads the cells of a row; null if it has nothing for us. Throws Refused with the wrong column. */
export type RowReader = (cells: readonly string[]) => DirectoryItem | null

/** The point of a row: its own, or else that of its ZIP code. Throws Refused. */
export function pointFor(
  row: {
    readonly lat: number | null
    readonly lon: number | null
    readonly zip: string
    readonly geo: 'site' | 'zip' | null
  },
  context: LayoutContext,
): Pick<DirectoryEntry, 'lat' | 'lon' | 'exact'> {
  if (row.lat !== null && row.lon !== null) return { lat: row.lat, lon: row.lon, exact: row.geo !== 'zip' }
  const point = context.pointOf(row.zip.slice(0, 5))
  if (point === null) throw new Refused('zip', 'is no ZIP code whose place is known, and the row has no lat and lon')
  return { ...point, exact: false }
}

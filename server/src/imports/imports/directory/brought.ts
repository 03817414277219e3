import { type GeoPoint, milesBetween } from '@portico/rules/finder/distance'
import type { DirectoryEntry, DirectorySeat } from '../../../care/finder/entry.ts'
import type { Warn } from '../machine.ts'
import { Refused } from '../refused.ts'

/** What a row or a resource adds to a directory. */
export type DirectoryItem =
  /** `at`: the resource of the location, as `Location/id`. */
  | { readonly is: 'entry'; readonly entry: DirectoryEntry; readonly at?: string }
  | { readonly is: 'seat'; readonly seat: DirectorySeat }

export interface LayoutContext {
  /** Brand of the run; null if all brands share the directory. */
  readonly brand: string | null
  readonly brands: ReadonlySet<string>
  /** The day of the run. */
  readonly today: string
  /** The coordinates of a ZIP code; null if unknown. */
  findPoint(zip: string): GeoPoint | null
  /** Counts a part of a row that is left out. */
  leaveOut(part: string, reason: string): void
  readonly warn: Warn
}

/** The greatest distance of an address from the center of its ZIP code: few ZIP codes are larger, so a point farther away is an error. */
const maxMiles = 30

/** Reads the cells of a row; null if the row has nothing for the directory. Throws Refused with the wrong column. */
export type RowReader = (cells: readonly string[]) => DirectoryItem | null

/** The coordinates of a row: its own if they lie near its ZIP code, otherwise those of the ZIP code. Throws Refused. */
export function pointFor(
  row: {
    readonly lat: number | null
    readonly lon: number | null
    readonly zip: string
    readonly geo: 'site' | 'zip' | null
  },
  context: LayoutContext,
): Pick<DirectoryEntry, 'lat' | 'lon' | 'exact'> {
  const point = context.findPoint(row.zip.slice(0, 5))
  if (row.lat !== null && row.lon !== null) {
    const own = { lat: row.lat, lon: row.lon }
    if (point === null || milesBetween(own, point) <= maxMiles) return { ...own, exact: row.geo !== 'zip' }
    context.leaveOut('point', 'is far from its ZIP code, whose point counts')
  }
  if (point === null) throw new Refused('zip', 'is no ZIP code whose place is known, and the row has no lat and lon')
  return { ...point, exact: false }
}

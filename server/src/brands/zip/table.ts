import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { restoreCapitals } from '@portico/rules/text/proper-case'
import type { Config } from '../../platform/config.ts'
import { type BrandOfCounty, type County, loadTerritory } from './territory.ts'

/** The place of a zip code. */
export interface ZipPlace {
  readonly city: string
  readonly state: string
  /** In degrees; null if the code has no point of its own (a few, mostly single buildings). */
  readonly point: { readonly lat: number; readonly lon: number } | null
  /** IANA name, e.g. `America/Chicago`. */
  readonly timeZone: string
}

/** Answers questions about ZIP codes. Anything but a known five-digit code has no counties, brand or place. */
export interface ZipTable {
  /** The county with the largest share of the code's addresses first (BR-11). */
  counties(zip: string): readonly County[]
  /** Code of the brand that serves the largest share of the code's addresses; null if none does (BR-11). */
  findBrand(zip: string): string | null
  place(zip: string): ZipPlace | null
  /** Every code, in order. */
  all(): Iterable<string>
}

/** The columns of `zip-county.csv`, one row per ZIP code and county, sorted by ZIP code, largest share first. */
const header = 'zip,fips,county,state,lat,lon,city,share,tz'

/** The points of ZIP codes alone, which need no brand. */
export function loadZipPoints(tablePath: string): (zip: string) => ZipPlace['point'] {
  const rows = parseRows(gunzipSync(readFileSync(tablePath)))
  return (zip) => pointAt(rows, find(rows, zip))
}

/** The index of a ZIP code in the table; below zero if missing. */
function find(rows: Rows, zip: string): number {
  return /^\d{5}$/.test(zip) ? indexOf(rows.zips, Number(zip)) : -1
}

function pointAt(rows: Rows, index: number): ZipPlace['point'] {
  const [lat = Number.NaN, lon = Number.NaN] = [rows.lat[index], rows.lon[index]]
  return Number.isNaN(lat) ? null : { lat, lon }
}

/** The file that says which brand serves whom: in the folder of the installation's own brands, or else in the program. */
export function findTerritory({
  brandsDir,
  shippedBrands,
}: Pick<Config, 'brandsDir' | 'shippedBrands'>): Pick<Parameters<typeof loadZipTable>[0], 'territoryPath' | 'mayLack'> {
  const own = brandsDir === undefined ? undefined : join(brandsDir, 'territory.json')
  if (own !== undefined && existsSync(own)) return { territoryPath: own, mayLack: true }
  const territoryPath = join(resolve(import.meta.dirname, '../../../..'), 'brands/territory.json')
  return { territoryPath, mayLack: shippedBrands !== null }
}

/**
 * Reads the table of ZIP codes and counties (gzipped CSV without quotes) and the territories, once at start-up. Throws an Error for a
 * malformed table and a BrandDataError for a territory that names something that does not exist.
 */
export function loadZipTable(options: {
  readonly tablePath: string
  readonly territoryPath: string
  readonly brandCodes: ReadonlySet<string>
  /** Whether the territories may name brands that are left out here. */
  readonly mayLack?: boolean
}): ZipTable {
  const rows = parseRows(gunzipSync(readFileSync(options.tablePath)))
  const brandOfCounty = loadTerritory({
    path: options.territoryPath,
    brandCodes: options.brandCodes,
    mayLack: options.mayLack ?? false,
    counties: rows.counties,
  })
  const brands = brandsOfZips(rows, brandOfCounty)

  const countiesAt = (index: number): County[] =>
    Array.from(rows.county.subarray(rows.firstRow[index], rows.firstRow[index + 1])).flatMap(
      (county) => rows.counties[county] ?? [],
    )
  return {
    all: () => Array.from(rows.zips, (zip) => String(zip).padStart(5, '0')),
    counties: (zip) => {
      const index = find(rows, zip)
      return index < 0 ? [] : countiesAt(index)
    },
    findBrand: (zip) => brands[find(rows, zip)] ?? null,
    place: (zip) => {
      const index = find(rows, zip)
      const city = rows.cities[rows.city[index] ?? -1]
      const timeZone = rows.timeZones[rows.timeZone[index] ?? -1]
      const state = countiesAt(index)[0]?.state
      if (city === undefined || timeZone === undefined || state === undefined) return null
      return { city, state, point: pointAt(rows, index), timeZone }
    },
  }
}

/**
 * The table in columns, so that 41,000 codes take about 3 MB: a ZIP code's rows are those from `firstRow[i]` up to `firstRow[i + 1]`,
 * and each name is stored once.
 */
interface Rows {
  readonly zips: Uint32Array
  readonly firstRow: Uint32Array
  readonly lat: Float64Array
  readonly lon: Float64Array
  readonly city: Uint16Array
  readonly timeZone: Uint8Array
  /** By row: index into `counties`, and the share of the ZIP code's addresses, 0 to 1. */
  readonly county: Uint16Array
  readonly share: Float32Array
  readonly counties: readonly County[]
  readonly cities: readonly string[]
  readonly timeZones: readonly string[]
}

function parseRows(csv: Buffer): Rows {
  const headerEnd = csv.indexOf(10)
  if (csv.toString('utf8', 0, headerEnd) !== header) throw new Error(`The zip table must have the columns ${header}`)

  const cities = names()
  const timeZones = names()
  const counties: County[] = []
  const countyIndex = new Map<string, number>()
  const zips: number[] = []
  const [firstRow, lat, lon, city, timeZone]: [number[], number[], number[], number[], number[]] = [[], [], [], [], []]
  const [county, share]: [number[], number[]] = [[], []]
  const ends = new Uint32Array(9)

  for (let start = headerEnd + 1; start < csv.length; start = (ends[8] ?? 0) + 1) {
    endsOfFields(csv, start, ends)
    const field = (column: number) =>
      csv.toString('utf8', column === 0 ? start : (ends[column - 1] ?? 0) + 1, ends[column])
    const zip = Number(field(0))
    const last = zips.at(-1) ?? -1
    if (!(zip >= last)) throw new Error(`The zip table is not sorted at ${field(0)}`)
    if (zip !== last) {
      zips.push(zip)
      firstRow.push(county.length)
      lat.push(field(4) === '' ? Number.NaN : Number(field(4)))
      lon.push(field(5) === '' ? Number.NaN : Number(field(5)))
      city.push(cities.indexOf(restoreCapitals(field(6))))
      timeZone.push(timeZones.indexOf(field(8)))
    }
    const fips = field(1)
    let known = countyIndex.get(fips)
    if (known === undefined) {
      known = counties.push({ fips, name: field(2), state: field(3) }) - 1
      countyIndex.set(fips, known)
    }
    county.push(known)
    share.push(Number(field(7)))
  }
  firstRow.push(county.length)
  return {
    zips: Uint32Array.from(zips),
    firstRow: Uint32Array.from(firstRow),
    lat: Float64Array.from(lat),
    lon: Float64Array.from(lon),
    city: Uint16Array.from(city),
    timeZone: Uint8Array.from(timeZone),
    county: Uint16Array.from(county),
    share: Float32Array.from(share),
    counties,
    cities: cities.list,
    timeZones: timeZones.list,
  }
}

/** Writes where each of the nine fields of the row at `start` ends; the last one ends with the line. */
function endsOfFields(csv: Buffer, start: number, ends: Uint32Array): void {
  let at = start
  for (let column = 0; column < ends.length; column += 1) {
    const end = csv.indexOf(column === ends.length - 1 ? 10 : 44, at)
    if (end < 0) throw new Error('The zip table ends in the middle of a row')
    ends[column] = end
    at = end + 1
  }
}

/** Gives each distinct name a number, starting at 0. */
function names() {
  const list: string[] = []
  const indexes = new Map<string, number>()
  return {
    list,
    indexOf(name: string): number {
      const index = indexes.get(name) ?? list.push(name) - 1
      indexes.set(name, index)
      return index
    },
  }
}

/** For each ZIP code, the brand whose counties have the largest share of its addresses, or none. */
function brandsOfZips(rows: Rows, brandOfCounty: BrandOfCounty): readonly (string | null)[] {
  const brandByCounty = rows.counties.map(brandOfCounty)
  return Array.from(rows.zips, (_, index) => {
    const shares = new Map<string | null, number>()
    for (let row = rows.firstRow[index] ?? 0; row < (rows.firstRow[index + 1] ?? 0); row += 1) {
      const brand = brandByCounty[rows.county[row] ?? -1] ?? null
      shares.set(brand, (shares.get(brand) ?? 0) + (rows.share[row] ?? 0))
    }
    let best: string | null = null
    let max = -1
    for (const [brand, share] of shares) {
      if (share > max) [best, max] = [brand, share]
    }
    return best
  })
}

function indexOf(sorted: Uint32Array, wanted: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const value = sorted[middle] ?? 0
    if (value === wanted) return middle
    if (value < wanted) low = middle + 1
    else high = middle - 1
  }
  return -1
}

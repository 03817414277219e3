import { setImmediate } from 'node:timers/promises'
import { type GeoPoint, milesBetween, projectPoint } from '@portico/rules/finder/distance'
import { readPlace } from '@portico/rules/finder/place'
import { isNear } from '@portico/rules/search/typo'
import { splitWords } from '@portico/rules/search/words'
import type { ZipTable } from '../../brands/zip/table.ts'

export interface FoundPlace {
  readonly label: string
  readonly point: GeoPoint
}

export interface Town extends FoundPlace {
  readonly name: string
  readonly state: string
  /** Its position on a map. */
  readonly spot: ReturnType<typeof projectPoint>
  /** How many ZIP codes it has: large towns have many. */
  readonly zips: number
  readonly brands: ReadonlySet<string | null>
}

/** Finds the places that people name. */
export interface Places {
  /** A ZIP code or a town; among towns of the same name, one that the brand serves. Null if there is none. */
  find(text: string, brand: string): FoundPlace | null
  /** Splits a text that ends with a town and state into what comes before and the place. */
  splitTown(text: string, brand: string): { readonly text: string; readonly place: string } | null
  /** The town nearest to a point; null: none is near. */
  nearest(point: GeoPoint): FoundPlace | null
  /** All towns, largest first. */
  towns(): readonly Town[]
}

/** A point farther than this from every town is at sea, or abroad. */
const nowhereMiles = 60

type Towns = ReturnType<typeof arrangePlaces>
const gathered = new WeakMap<ZipTable, Towns>()

/** Collects the towns of a table in steps, so that no search must wait for all of them. */
export async function gatherTowns(zips: ZipTable): Promise<void> {
  const parts = gather(zips)
  let part = parts.next()
  for (; !part.done; part = parts.next()) await setImmediate()
  gathered.set(zips, part.value)
}

export function createPlaces(zips: ZipTable): Places {
  const all = () => {
    const known = gathered.get(zips)
    if (known !== undefined) return known
    const parts = gather(zips)
    let part = parts.next()
    while (!part.done) part = parts.next()
    gathered.set(zips, part.value)
    return part.value
  }

  function findTown(town: string, state: string | null, brand: string): Town | null {
    const name = splitWords(town).join(' ')
    const { byName, byLetter } = all()
    const spelled = [
      name,
      name.replace(/^(st|ste)\b/, 'saint'),
      name.replace(/^saint\b/, 'st'),
      name.replace(/^(ft)\b/, 'fort'),
      name.replace(/^mt\b/, 'mount'),
    ]
    const exact = spelled.flatMap((one) => byName.get(one) ?? [])
    const candidates =
      exact.length > 0 ? exact : (byLetter.get(name[0] ?? '') ?? []).filter((one) => isNear(one.key, name))
    const fitting = candidates.filter((one) => state === null || one.state === state)
    return (
      fitting.toSorted((a, b) => Number(b.brands.has(brand)) - Number(a.brands.has(brand)) || b.zips - a.zips)[0] ??
      null
    )
  }

  return {
    find: (text, brand) => {
      const asked = readPlace(text)
      if (asked === null) return null
      if (asked.kind === 'town') {
        return findTown(asked.town, asked.state, brand) ?? (asked.state === null ? null : findTown(text, null, brand))
      }
      const place = zips.place(asked.zip)
      if (place?.point == null) return null
      return { label: `${place.city}, ${place.state} ${asked.zip}`, point: place.point }
    },
    splitTown: (text, brand) => {
      const [, before, town, state] = /^(.*?)[\s,]+((?:[\p{L}.'-]+[\s,]+){1,3})([a-z]{2})$/iu.exec(text.trim()) ?? []
      if (before === undefined || town === undefined || state === undefined) return null
      const words = `${before} ${town}`.trim().split(/[\s,]+/)
      for (const length of [3, 2, 1]) {
        if (words.length <= length) continue
        const named = words.slice(-length).join(' ')
        const found = all()
          .byName.get(splitWords(named).join(' '))
          ?.some((one) => one.state === state.toUpperCase())
        if (found && findTown(named, state.toUpperCase(), brand)) {
          return { text: words.slice(0, -length).join(' '), place: `${named}, ${state}` }
        }
      }
      return null
    },
    nearest: (point) => {
      let best: Town | null = null
      let least = nowhereMiles
      const { byLatitude } = all()
      const row = Math.floor(point.lat)
      // A degree of latitude is longer than `nowhereMiles`, so the neighboring rows are enough.
      for (const town of [row - 1, row, row + 1].flatMap((one) => byLatitude.get(one) ?? [])) {
        const miles = milesBetween(point, town.point)
        if (miles < least) [best, least] = [town, miles]
      }
      return best
    },
    towns: () => all().towns,
  }
}

interface Sum {
  name: string
  state: string
  lat: number
  lon: number
  zips: number
  brands: Set<string | null>
}

const zipsAPart = 2_000

/** Yields after each part. */
function* gather(zips: ZipTable): Generator<undefined, Towns> {
  const sums = new Map<string, Sum>()
  let count = 0
  for (const zip of zips.all()) {
    count += 1
    if (count % zipsAPart === 0) yield
    const place = zips.place(zip)
    if (place?.point == null) continue
    const key = `${splitWords(place.city).join(' ')}|${place.state}`
    const sum = sums.get(key) ?? { name: place.city, state: place.state, lat: 0, lon: 0, zips: 0, brands: new Set() }
    sum.lat += place.point.lat
    sum.lon += place.point.lon
    sum.zips += 1
    sum.brands.add(zips.findBrand(zip))
    sums.set(key, sum)
  }
  yield
  return arrangePlaces(sums)
}

function arrangePlaces(sums: ReadonlyMap<string, Sum>) {
  const towns = [...sums].map(([key, { name, state, lat, lon, zips: count, brands }]) => {
    const point = { lat: lat / count, lon: lon / count }
    const label = `${name}, ${state}`
    return { key: key.split('|')[0] ?? '', name, state, brands, zips: count, label, point, spot: projectPoint(point) }
  })
  towns.sort((a, b) => b.zips - a.zips)
  return {
    towns,
    byName: Map.groupBy(towns, ({ key }) => key),
    byLetter: Map.groupBy(towns, ({ key }) => key[0] ?? ''),
    byLatitude: Map.groupBy(towns, ({ point }) => Math.floor(point.lat)),
  }
}

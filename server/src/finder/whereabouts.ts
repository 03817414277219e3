import type { PayloadOf } from '@portico/contract/call'
import type { careCost } from '@portico/contract/calls/cost'
import type { Language } from '@portico/contract/page'
import type { GeoPoint } from '@portico/rules/finder/distance'
import { radiusSteps } from '@portico/rules/finder/limits'
import type { Tx } from '../db/database.ts'
import type { ZipTable } from '../zip/table.ts'
import { drawMap, type MapPicture } from './map.ts'
import { createPlaces } from './places.ts'
import { readProviders, readShown } from './store.ts'
import { tellEntries } from './tell.ts'

export type Whereabouts = NonNullable<PayloadOf<typeof careCost>['providers'][number]['at']>

interface About {
  readonly brand: string
  /** A ZIP code from which distances are told; null: from nowhere. */
  readonly zip: string | null
  readonly language: Language
  readonly today: string
}

/** Where others of whom the portal knows prices are, by the directory of a brand (MP-26). */
export function createWhereabouts(zips: ZipTable) {
  const places = createPlaces(zips)
  const centerOf = ({ brand, zip }: About) => (zip === null ? null : places.find(zip, brand))

  return {
    /** By NPI: their place, the nearest of several. Whom the directory does not have is not there. */
    find: async (tx: Tx, npis: readonly string[], about: About): Promise<ReadonlyMap<string, Whereabouts>> => {
      if (npis.length === 0) return new Map()
      const { brand, language, today } = about
      const shown = await readShown(tx, brand)
      const center = centerOf(about)?.point ?? null
      const entries = tellEntries(await readProviders(tx, shown, npis, today), { language, center, today })
      const here = entries.filter(({ corrected }) => corrected.every(({ kind }) => kind !== 'left'))
      const farFirst = here.toSorted((a, b) => (b.miles ?? 0) - (a.miles ?? 0))
      return new Map(
        farFirst.map(({ providerId, name, address, city, state, zip, phone, lat, lon, miles }) => [
          providerId,
          { providerId, name, address, city, state, zip, phone, lat, lon, miles },
        ]),
      )
    },
    /** A map of some, who come in the order of the list. Null: there is nothing to draw. */
    map: async (shown: readonly Whereabouts[], about: About): Promise<MapPicture | null> => {
      if (shown.length === 0) return null
      const farthest = Math.max(...shown.map(({ miles }) => miles ?? 0))
      const miles = radiusSteps.find((step) => step >= farthest)
      const center: GeoPoint | null = miles === undefined ? null : (centerOf(about)?.point ?? null)
      return drawMap(shown, { center, miles: miles ?? 0, towns: places.towns() })
    },
    /** What the place that distances are told from is called; null: nobody knows it. */
    nameOf: (about: About): string | null => centerOf(about)?.label ?? null,
  }
}

export type WhereaboutsOf = ReturnType<typeof createWhereabouts>

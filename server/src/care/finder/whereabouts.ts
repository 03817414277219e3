import type { PayloadOf } from '@portico/contract/call'
import type { careCost } from '@portico/contract/calls/cost'
import type { Language } from '@portico/contract/page'
import type { GeoPoint } from '@portico/rules/finder/distance'
import { radiusSteps } from '@portico/rules/finder/limits'
import type { RawBuilder } from 'kysely'
import type { ZipTable } from '../../brands/zip/table.ts'
import type { Tx } from '../../platform/db/database.ts'
import { drawMap, type MapPicture } from './map.ts'
import { listNearest } from './nearest.ts'
import { createPlaces } from './places.ts'
import { listNetworks } from './plan-networks.ts'
import { readProviders, readShown, selectFarness } from './store.ts'
import { describeEntries, type Entry, isThere } from './tell.ts'

export type Whereabouts = NonNullable<PayloadOf<typeof careCost>['providers'][number]['at']>

/** Given an SQL expression of a provider's id, returns one that grows with their distance; null for those without a place. */
export type Nearness = (providerId: RawBuilder<unknown>) => RawBuilder<number | null>

interface About {
  readonly brand: string
  /** The ZIP code that distances start from; null: no distances. */
  readonly zip: string | null
  readonly language: Language
  readonly today: string
}

const maxPharmacies = 3
/** In statute miles. */
const farthestPharmacy = 100

/** Finds the places of providers with known prices, in a brand's directory (MP-26). */
export function createWhereabouts(zips: ZipTable) {
  const places = createPlaces(zips)
  const findCenter = ({ brand, zip }: About) => (zip === null ? null : places.find(zip, brand))

  return {
    /** The nearest place of each provider by NPI; providers missing from the directory are left out. */
    find: async (tx: Tx, npis: readonly string[], about: About): Promise<ReadonlyMap<string, Whereabouts>> => {
      if (npis.length === 0) return new Map()
      const { brand, language, today } = about
      const shown = await readShown(tx, brand)
      const center = findCenter(about)?.point ?? null
      const rows = await readProviders(tx, shown, { ids: npis, each: 1, center, day: today })
      const nearest = describeEntries(rows, { language, center, today }).filter(isThere)
      return new Map(nearest.map((entry) => [entry.providerId, toWhereabouts(entry)]))
    },
    /** Sorts providers by their nearest place; null if the starting point is unknown. */
    nearness: async (tx: Tx, about: About): Promise<Nearness | null> => {
      const center = findCenter(about)?.point
      if (center === undefined) return null
      const shown = await readShown(tx, about.brand)
      return (providerId) => selectFarness(shown, { center, providerId })
    },
    /** The nearest pharmacies in a plan's networks; empty if the starting point or the plan's networks are unknown. */
    pharmacies: async (tx: Tx, planId: string | null, about: About): Promise<Whereabouts[]> => {
      const shown = await readShown(tx, about.brand)
      const center = findCenter(about)?.point
      const networks = listNetworks(shown, planId).map(({ network_id: id }) => id)
      if (center === undefined || networks.length === 0) return []
      const near = { center, miles: farthestPharmacy }
      const asked = { near, kinds: ['pharmacy'] as const, networks, max: 10 * maxPharmacies }
      const entries = await listNearest(tx, shown, asked, about)
      return entries.filter(isThere).filter(isWalkIn).slice(0, maxPharmacies).map(toWhereabouts)
    },
    /** A map of some places, numbered in the order of the list. Null if there is nothing to draw. */
    map: async (shown: readonly Whereabouts[], about: About): Promise<MapPicture | null> => {
      if (shown.length === 0) return null
      const farthest = Math.max(...shown.map(({ miles }) => miles ?? 0))
      const miles = radiusSteps.find((step) => step >= farthest)
      const center: GeoPoint | null = miles === undefined ? null : (findCenter(about)?.point ?? null)
      return drawMap(shown, { center, miles: miles ?? 0, towns: places.towns() })
    },
    /** The name of the place that distances start from; null if unknown. */
    findLabel: (about: About): string | null => findCenter(about)?.label ?? null,
  }
}

/** False for mail-order and specialty pharmacies, where nobody picks up a prescription in person. */
function isWalkIn({ specialties }: Entry): boolean {
  return specialties.every(({ id }) => id !== 'mail-pharmacy' && id !== 'specialty-pharmacy')
}

function toWhereabouts({ providerId, name, address, city, state, zip, phone, lat, lon, miles }: Entry): Whereabouts {
  return { providerId, name, address, city, state, zip, phone, lat, lon, miles }
}

export type WhereaboutsOf = ReturnType<typeof createWhereabouts>

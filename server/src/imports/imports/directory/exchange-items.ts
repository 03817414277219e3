import { idWithoutNpi } from '../../../care/finder/entry.ts'
import { Refused } from '../refused.ts'
import { type DirectoryItem, type LayoutContext, pointFor } from './brought.ts'
import type { NetworkSeat } from './exchange-networks.ts'
import type { ExchangeProvider } from './exchange-providers.ts'

type EntryItem = Extract<DirectoryItem, { is: 'entry' }>

/** The most seats of one entry: each location in each network is one. */
const maxSeats = 20_000

/** The seats of a provider in networks, at each location. Throws Refused. */
export function seatAll(entries: readonly EntryItem[], seats: readonly NetworkSeat[], brand: string): DirectoryItem[] {
  const places = new Map(entries.map(({ entry }) => [`${entry.providerId} ${entry.zip?.slice(0, 5)}`, entry]))
  if (places.size * seats.length > maxSeats)
    throw new Refused('addresses', 'are more places in networks than a provider may have')
  return [...places.values()].flatMap(({ providerId, zip, verifiedOn }) =>
    seats.map((seat) => ({
      is: 'seat',
      seat: {
        ...seat,
        brand,
        providerId,
        zip: zip?.slice(0, 5) ?? null,
        accepting: null,
        primaryCare: null,
        verifiedOn,
      },
    })),
  )
}

/** Builds an entry for each location; a location without coordinates costs only itself. */
export function buildEntries(
  { facts, places }: ExchangeProvider,
  context: LayoutContext,
): { readonly entries: readonly EntryItem[]; readonly wrong: readonly Refused[] } {
  const wrong: Refused[] = []
  const entries = places.flatMap((place) => {
    try {
      const entry = {
        ...facts,
        ...place,
        providerId: facts.npi ?? idWithoutNpi(facts.name, place.zip),
        ...pointFor({ lat: null, lon: null, zip: place.zip, geo: null }, context),
        ...{ website: null, hours: null, telehealth: null, wheelchair: null, saturday: null },
        ...{ affiliations: [], rating: null, origin: 'exchange' },
      }
      return [{ is: 'entry' as const, entry }]
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      wrong.push(new Refused('addresses.zip', error.message))
      return []
    }
  })
  return { entries, wrong }
}

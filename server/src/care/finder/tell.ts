import type { PayloadOf } from '@portico/contract/call'
import type { readProvider } from '@portico/contract/calls/finder'
import type { Language } from '@portico/contract/page'
import { type GeoPoint, milesBetween } from '@portico/rules/finder/distance'
import { isVerified } from '@portico/rules/finder/limits'
import { tellOpening } from './opening.ts'
import type { KnownEntry } from './store.ts'
import { nameSpecialties } from './texts.ts'

export type Entry = PayloadOf<typeof readProvider>['entries'][number]

/** Describes entries for the page, with their networks on a day and the corrections by staff. */
export function describeEntries(
  rows: readonly KnownEntry[],
  {
    language,
    center,
    today,
    networks = [],
  }: {
    readonly language: Language
    readonly center: GeoPoint | null
    readonly today: string
    /** The requested networks: whether other networks accept patients does not matter. */
    readonly networks?: readonly string[]
  },
): Entry[] {
  return rows.map((row) => {
    const own = row.seats
    const newest = [
      ...new Map(row.corrections.toReversed().map((one) => [`${one.kind} ${one.network_id}`, one])).values(),
    ]
    const corrected = newest.map(({ kind, value }) => ({ kind, value }))
    const isFull = corrected.some(({ kind }) => kind === 'not-accepting')
    const asked = own.filter((seat) => networks.length === 0 || networks.includes(seat.network_id))
    const accepting = readAccepting(asked, networks.length > 0) ?? row.accepting
    const verifiedOn =
      [row.verified_on, ...own.map((seat) => seat.verified_on)]
        .filter((day) => day !== null)
        .sort()
        .at(-1) ?? null
    return {
      providerId: row.provider_id,
      place: row.place,
      npi: row.npi,
      kind: row.kind,
      name: row.name,
      credential: row.credential,
      specialties: nameSpecialties(row.specialties.slice(0, 5), language),
      specialtyName: row.specialties.length > 0 ? null : row.specialty_name,
      address: row.address,
      city: row.city,
      state: row.state,
      zip: row.zip?.slice(0, 5) ?? null,
      lat: row.lat,
      lon: row.lon,
      exact: row.exact,
      phone: corrected.find(({ kind, value }) => kind === 'phone' && value !== null)?.value ?? row.phone,
      website: row.website,
      hours: tellOpening(row.hours, language),
      gender: row.gender,
      languages: row.languages,
      accepting: isFull ? false : accepting,
      telehealth: row.telehealth,
      wheelchair: row.wheelchair,
      saturday: row.saturday,
      affiliations: row.affiliations,
      rating: row.rating,
      networks: own.map((seat) => ({
        networkId: seat.network_id,
        name: seat.name,
        accepting: isFull ? false : seat.accepting,
        primaryCare: seat.primary_care ?? false,
      })),
      verifiedOn,
      verified: isVerified(verifiedOn, today),
      corrected,
      miles: center === null ? null : Math.round(milesBetween(center, row) * 10) / 10,
    }
  })
}

/** False if staff found that the provider has left this place. */
export function isThere({ corrected }: Entry): boolean {
  return corrected.every(({ kind }) => kind !== 'left')
}

/** What networks say about new patients; null: nothing, or contradictory answers while no network was requested. */
function readAccepting(seats: KnownEntry['seats'], areAsked: boolean): boolean | null {
  const said = new Set(seats.flatMap(({ accepting }) => accepting ?? []))
  if (areAsked && said.has(true)) return true
  const [one = null] = said
  return said.size > 1 ? null : one
}

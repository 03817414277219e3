import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { readProvider, storesNear, suggestProviders } from '@portico/contract/calls/finder'
import type { Language } from '@portico/contract/page'
import { milesBetween } from '@portico/rules/finder/distance'
import { MAX_MILES } from '@portico/rules/finder/limits'
import { specialtiesLike, understand } from '@portico/rules/finder/understand'
import { toAuthored } from '@portico/rules/languages/authored'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { listNearest, unfiltered } from './nearest.ts'
import type { Places } from './places.ts'
import { findEntries, findWords, maxPlaces, readProviders, readShown } from './store.ts'
import { describeEntries, type Entry } from './tell.ts'
import { nameSpecialties } from './texts.ts'

const maxSuggested = 6
/** The most places in an answer about several providers. */
const maxPlacesOfAll = 500

interface About {
  readonly places: Places
  readonly language: Language
  readonly now: Date
}

/** How many places we read for each word: those of one provider must not crowd out others. */
const placesPerWord = 40

/** Kinds of care and names that begin with the typed text, nearest first if a place is known. */
export async function suggest(
  tx: Tx,
  { brand, text, place }: BodyOf<typeof suggestProviders>,
  { places, language, now }: About,
): Promise<PayloadOf<typeof suggestProviders>> {
  const shown = await readShown(tx, brand)
  const specialties = nameSpecialties(specialtiesLike(text, toAuthored(language), maxSuggested), language)
  // "Dr. Lee" means somebody named Lee.
  const typed = understand(text.replace(/['’]s\b/g, 's'), toAuthored(language)).words
  const last = typed.at(-1)
  if (last === undefined || text.trim().length < 3 || shown.generations.length === 0)
    return { specialties, providers: [] }
  const words = await findWords(tx, shown, { words: [], beginning: last, max: maxSuggested })
  const lookup = {
    by: 'name' as const,
    values: words.map(({ word }) => word),
    words: typed.slice(0, -1).map((word) => [word]),
  }
  const center = place.trim() === '' ? null : (places.find(place, brand)?.point ?? null)
  const near = center && { center, miles: MAX_MILES }
  const asked = { lookup, near, filter: unfiltered, day: easternDay(now), max: placesPerWord }
  const found = words.length === 0 ? [] : await findEntries(tx, shown, asked)
  if (center !== null) found.sort((a, b) => milesBetween(center, a) - milesBetween(center, b))
  const seen = new Set<string>()
  const once = found.filter(({ provider_id: id }) => !seen.has(id) && seen.add(id)).slice(0, maxSuggested)
  const providers = once.map(({ provider_id: providerId, name, city, state }) => ({ providerId, name, city, state }))
  return { specialties, providers }
}

/** The places of some providers, in the order of the request, nearest first, and how many more places they have. */
export async function readSome(
  tx: Tx,
  { brand, providerIds, place }: BodyOf<typeof readProvider>,
  { places, language, now }: About,
): Promise<{ entries: Entry[]; more: number }> {
  const shown = await readShown(tx, brand)
  const center = place.trim() === '' ? null : (places.find(place, brand)?.point ?? null)
  const today = easternDay(now)
  const ids = [...new Set(providerIds)]
  const each = Math.min(maxPlaces, Math.ceil(maxPlacesOfAll / ids.length))
  const rows = await readProviders(tx, shown, { ids, each, center, day: today })
  const found = Map.groupBy(rows, (row) => row.provider_id)
  const inOrder = ids.flatMap((id) => found.get(id) ?? [])
  const all = [...found.values()].reduce((sum, [first]) => sum + (first?.places ?? 0), 0)
  return { entries: describeEntries(inOrder, { language, center, today }), more: all - rows.length }
}

const maxStores = 50

/** Pharmacies and offices of the plan, nearest first. */
export async function nearestStores(
  tx: Tx,
  { brand, latitude, longitude, radius, kinds }: BodyOf<typeof storesNear>,
  { language, now }: About,
): Promise<Entry[]> {
  const shown = await readShown(tx, brand)
  const near = { center: { lat: latitude, lon: longitude }, miles: radius }
  return listNearest(tx, shown, { near, kinds, max: maxStores }, { language, today: easternDay(now) })
}

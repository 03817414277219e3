import type { BodyOf, PayloadOf } from '@portico/contract/call'
import { filterNames, type findProviders } from '@portico/contract/calls/finder'
import type { Language } from '@portico/contract/page'
import { type GeoPoint, milesBetween } from '@portico/rules/finder/distance'
import { finderPageSize, MAX_MILES, maxFound, radiusSteps } from '@portico/rules/finder/limits'
import { placeInText } from '@portico/rules/finder/place'
import type { Specialty } from '@portico/rules/finder/specialties'
import { understand } from '@portico/rules/finder/understand'
import { toAuthored } from '@portico/rules/languages/authored'
import { singular } from '@portico/rules/search/stem'
import { isNear } from '@portico/rules/search/typo'
import { isZipCode } from '@portico/rules/validation/zip-code'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { drawMap } from './map.ts'
import type { Places } from './places.ts'
import {
  type EntryFilter,
  type FoundEntryRow,
  findEntries,
  findWords,
  type Lookup,
  type Near,
  readEntries,
  readShown,
  type ShownDirectory,
  similarWords,
  toEntryKey,
} from './store.ts'
import { describeEntries } from './tell.ts'
import { nameSpecialties } from './texts.ts'

type SearchRequest = BodyOf<typeof findProviders>
type SearchAnswer = PayloadOf<typeof findProviders>

/** How many spellings of a mistyped word we try. */
const maxSpellings = 8
/** How many networks a filter offers. */
const maxOffered = 50
/** How many extra miles a better match of the kind of care is worth. */
const milesPerRank = 20

/** The meaning of a search, once its words are interpreted. */
interface Intent {
  readonly specialties: readonly Specialty[]
  /** Spellings of each word in the directory: `name` for all meaningful words, `rest` for those that name no kind of care. */
  readonly name: readonly (readonly string[])[]
  readonly rest: readonly (readonly string[])[]
  /** Nothing was typed: everything that matches the filters. */
  readonly isOpen: boolean
  /** Whether the directory has the rest exactly as typed. */
  readonly restIsSure: boolean
}

/** Finds providers near a place (MP-22), all in one snapshot of the directory. */
export async function search(
  tx: Tx,
  asked: SearchRequest,
  about: { readonly places: Places; readonly language: Language; readonly now: Date },
): Promise<SearchAnswer> {
  const { places, language, now } = about
  const today = easternDay(now)
  const shown = await readShown(tx, asked.brand)
  const known = summarizeKnown(shown)
  const empty = {
    understood: [],
    place: null,
    center: null,
    entries: [],
    total: 0,
    more: false,
    page: asked.page,
    map: null,
    widen: [],
    nearest: null,
    known,
    loadedAt: findLoadedAt(shown),
  }
  if (shown.generations.length === 0) return { ...empty, state: 'not-loaded' }

  const said = wordsAndPlace(asked, places)
  const found = said.place === '' ? null : places.find(said.place, asked.brand)
  if (said.place !== '' && found === null && asked.point === undefined) return { ...empty, state: 'place-unknown' }
  const center = asked.point ?? found?.point ?? null
  const label = asked.point ? (places.nearest(asked.point)?.label ?? null) : (found?.label ?? null)
  const near = center && { center, miles: asked.miles }
  const intent = await detectIntent(tx, shown, said.text, asked.specialty, language)
  const filter = toFilter(asked)
  const rows = order(await find(tx, shown, { intent, near, filter, today }), { intent, center, sort: asked.sort })
  const told = {
    ...empty,
    understood: nameSpecialties(intent.specialties.slice(0, 4), language),
    place: label,
    center,
  }
  if (rows.length === 0) {
    const widen = await widenings(tx, shown, { intent, near, filter, today })
    const map = await drawMap([], { center, miles: asked.miles, towns: places.towns() })
    const nearest =
      center && (await findNearest(tx, shown, { intent, near: { center, miles: MAX_MILES }, filter, today }))
    const rows = nearest ? await readEntries(tx, shown, [nearest], today) : []
    const [shownNearest = null] = describeEntries(rows, { language, center, today, networks: filter.networks })
    return { ...told, state: 'none', map, widen, nearest: shownNearest }
  }
  // One entry for each provider, in the order of their best matching place.
  const byProvider = [...Map.groupBy(rows.slice(0, maxFound), toProviderKey).values()]
  const list = byProvider.flatMap(([best]) => best ?? [])
  const from = (asked.page - 1) * finderPageSize
  const entries = await readEntries(tx, shown, list.slice(from, from + finderPageSize), today)
  const tellOthers = (place: string, providerId: string) =>
    describeOthers(byProvider.find(([best]) => best?.place === place && best.provider_id === providerId) ?? [], center)
  return {
    ...told,
    state: 'found',
    entries: describeEntries(entries, { language, center, today, networks: filter.networks }).map((entry) => ({
      ...entry,
      ...tellOthers(entry.place, entry.providerId),
    })),
    total: list.length,
    more: rows.length > maxFound,
    map: await drawMap(list, { center, miles: asked.miles, towns: places.towns() }),
  }
}

/** Entries with this key appear as one: places under another name have their own entry. */
function toProviderKey({ provider_id: id, name }: FoundEntryRow): string {
  return `${id} ${name}`
}

/** How many of a provider's other places a result names. */
const maxOthers = 3

function describeOthers([_, ...others]: readonly FoundEntryRow[], center: GeoPoint | null) {
  return {
    others: others.slice(0, maxOthers).map((row) => ({
      place: row.place,
      city: row.city,
      state: row.state,
      miles: center === null ? null : Math.round(milesBetween(center, row) * 10) / 10,
    })),
    moreOthers: Math.max(0, others.length - maxOthers),
  }
}

function findLoadedAt({ generations }: ShownDirectory): string | null {
  const times = generations.flatMap(({ live_at }) => live_at ?? [])
  return times.length === 0 ? null : new Date(Math.max(...times.map((one) => one.getTime()))).toISOString()
}

/** Separates a place that the words name from the rest. */
function wordsAndPlace(asked: SearchRequest, places: Places): { readonly text: string; readonly place: string } {
  // A ZIP code typed alone is the place to search, whatever place the form began with.
  const alone = asked.text.trim()
  if (asked.point === undefined && isZipCode(alone) && places.find(alone, asked.brand) !== null)
    return { text: '', place: alone }
  if (asked.place.trim() !== '' || asked.point !== undefined) {
    const split = placeInText(asked.text)
    // If a place is given twice, the one in its own field wins.
    return {
      text: split.place !== null && places.find(split.place, asked.brand) ? split.text : asked.text,
      place: asked.place,
    }
  }
  const split = placeInText(asked.text)
  if (split.place !== null && places.find(split.place, asked.brand) !== null)
    return { text: split.text, place: split.place }
  return places.splitTown(asked.text, asked.brand) ?? { text: asked.text, place: '' }
}

function toFilter(asked: SearchRequest): EntryFilter {
  return {
    networks: asked.networks,
    kinds: asked.kinds,
    accepting: asked.accepting,
    telehealth: asked.telehealth,
    wheelchair: asked.wheelchair,
    saturday: asked.saturday,
    gender: asked.gender,
    spoken: asked.spoken,
    hospital: asked.hospital,
  }
}

async function detectIntent(
  tx: Tx,
  shown: ShownDirectory,
  text: string,
  specialty: Specialty | undefined,
  language: Language,
): Promise<Intent> {
  const said = understand(text.replace(/['’]s\b/g, 's'), toAuthored(language))
  const words = [...new Set([...said.words, ...said.rest])]
  // A word that we understand is not a misspelled name.
  const maySlip = new Set(said.specialties.length === 0 ? words : said.rest)
  const spelled = await spellings(tx, shown, words, maySlip)
  const of = (some: readonly string[]) =>
    some.flatMap((word) => (spelled.get(word) ? [spelled.get(word) as string[]] : []))
  const specialties = specialty === undefined ? said.specialties : [specialty]
  return {
    specialties,
    isOpen: text.trim() === '' && specialty === undefined,
    // A name matches only with all of its words.
    name: said.words.every((word) => spelled.has(word)) || specialties.length === 0 ? of(said.words) : [],
    rest: of(said.rest),
    restIsSure: said.rest.length > 0 && said.rest.every((word) => spelled.get(word)?.includes(word)),
  }
}

/** Spellings of some words in the directory: the words themselves, or close ones for a typing error. */
async function spellings(
  tx: Tx,
  shown: ShownDirectory,
  words: readonly string[],
  maySlip: ReadonlySet<string>,
): Promise<Map<string, string[]>> {
  const some = words.slice(0, 10)
  const last = some.at(-1)
  const beginning = last !== undefined && last.length >= 3 ? last : null
  const known = await findWords(tx, shown, { words: [...some, ...some.map(singular)], beginning, max: maxSpellings })
  const all = new Map<string, string[]>()
  for (const word of some) {
    const exact = known.filter((one) => one.word === word || one.word === singular(word)).map((one) => one.word)
    const begun =
      exact.length === 0 && word === last ? known.filter((one) => one.word.startsWith(word)).map((one) => one.word) : []
    const near =
      exact.length + begun.length > 0 || word.length < 5 || !maySlip.has(word)
        ? []
        : (await similarWords(tx, shown, word)).filter((one) => isNear(one.word, word)).map((one) => one.word)
    const found = [...exact, ...begun, ...near].slice(0, maxSpellings)
    if (found.length > 0) all.set(word, found)
  }
  return all
}

interface Found {
  /** Matches by name, by kind of care with the rest of the words, by the rest alone, and by kind of care alone. */
  readonly named: readonly FoundEntryRow[]
  readonly both: readonly FoundEntryRow[]
  readonly rest: readonly FoundEntryRow[]
  readonly care: readonly FoundEntryRow[]
}

interface Criteria {
  readonly intent: Intent
  readonly near: Near | null
  readonly filter: EntryFilter
  readonly today: string
}

async function find(
  tx: Tx,
  shown: ShownDirectory,
  { intent, near, filter, today }: Criteria,
  max = maxFound + 1,
): Promise<Found> {
  const { specialties, name, rest } = intent
  const by = async (lookup: Lookup) => {
    const rows = await findEntries(tx, shown, { lookup, near, filter, day: today, max })
    // The index searches a rectangle, but the radius is a circle.
    return near === null ? rows : rows.filter((row) => milesBetween(near.center, row) <= near.miles)
  }
  const byName = (words: readonly (readonly string[])[]): Promise<FoundEntryRow[]> | FoundEntryRow[] => {
    // Looks up the longest word, which is usually the rarest.
    const [first, ...others] = words.toSorted((a, b) => (b[0]?.length ?? 0) - (a[0]?.length ?? 0))
    return first === undefined ? [] : by({ by: 'name', values: first, words: others })
  }
  if (specialties.length === 0 && name.length === 0) {
    const { kinds } = filter
    const everything = kinds.length > 0 ? kinds : (['individual', 'facility', 'hospital', 'pharmacy', 'store'] as const)
    const isAsked = intent.isOpen || (intent.rest.length === 0 && kinds.length > 0)
    const care = isAsked ? await by({ by: 'care', values: everything.map((kind) => `kind:${kind}`), words: [] }) : []
    return { named: [], both: [], rest: [], care }
  }
  const named = await byName(name)
  if (specialties.length === 0) return { named, both: [], rest: [], care: [] }
  const both = rest.length === 0 ? [] : await by({ by: 'care', values: specialties, words: rest })
  const restAlone = rest.length === 0 ? [] : await byName(rest)
  const care = await by({ by: 'care', values: specialties, words: [] })
  return { named, both, rest: restAlone, care }
}

/** Merges the matches into one order, each entry once. */
function order(
  found: Found,
  {
    intent,
    center,
    sort,
  }: { readonly intent: Intent; readonly center: GeoPoint | null; readonly sort: SearchRequest['sort'] },
): FoundEntryRow[] {
  const miles = (row: FoundEntryRow) => (center === null ? 0 : milesBetween(center, row))
  const rank = (row: FoundEntryRow) => {
    const places = intent.specialties.flatMap((one, at) => (row.specialties.includes(one) ? at : []))
    // A secondary specialty counts a little less.
    const isMain = intent.specialties.includes(row.specialties[0] as Specialty)
    return Math.min(...places, intent.specialties.length) + (isMain ? 0 : 0.25)
  }
  const byMiles = (rows: readonly FoundEntryRow[]) =>
    rows.map((row) => ({ row, worth: miles(row) })).sort((a, b) => a.worth - b.worth || compareNames(a.row, b.row))
  const byRank = (rows: readonly FoundEntryRow[]) =>
    rows
      .map((row) => ({ row, worth: miles(row) + rank(row) * milesPerRank }))
      .sort((a, b) => a.worth - b.worth || compareNames(a.row, b.row))
  const { named, both, rest, care } = found
  const isName = intent.rest.length > 0 || intent.specialties.length === 0
  const parts = isName
    ? intent.restIsSure || intent.specialties.length === 0
      ? [byMiles([...named, ...both]), byMiles(rest), byRank(care)]
      : [byMiles([...named, ...both]), byRank(care), byMiles(rest)]
    : [byRank(care), byMiles(named)]
  const all = [...new Map(parts.flat().map(({ row }) => [toEntryKey(row), row])).values()]
  if (sort === 'name') return all.sort(compareNames)
  return sort === 'distance' ? all.sort((a, b) => miles(a) - miles(b) || compareNames(a, b)) : all
}

/** By name, with a stable order among equal names. */
function compareNames(a: FoundEntryRow, b: FoundEntryRow): number {
  return compare(a.name, b.name) || compare(toEntryKey(a), toEntryKey(b))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The nearest of those who would be found if they were not too far away. */
async function findNearest(
  tx: Tx,
  shown: ShownDirectory,
  criteria: Criteria & { readonly near: Near },
): Promise<FoundEntryRow | undefined> {
  const { intent, near } = criteria
  return order(await find(tx, shown, criteria), { intent, center: near.center, sort: 'distance' })[0]
}

/** What one change would find, smallest change first: a larger radius, or one filter less. */
async function widenings(tx: Tx, shown: ShownDirectory, criteria: Criteria): Promise<SearchAnswer['widen']> {
  const { near, filter } = criteria
  const count = async (change: Partial<Criteria>) => {
    const found = await find(tx, shown, { ...criteria, ...change }, maxFound)
    return new Set(Object.values(found).flat().map(toProviderKey)).size
  }
  const widen: SearchAnswer['widen'] = []
  for (const name of filterNames.filter((one) => isSet(filter[one])).slice(0, 4)) {
    const none = name === 'networks' || name === 'kinds' ? [] : typeof filter[name] === 'boolean' ? false : undefined
    const found = await count({ filter: { ...filter, [name]: none } })
    if (found > 0) widen.push({ change: 'filter', filter: name, miles: null, count: found })
  }
  const farther = near === null ? null : await countFarther(near, count, {})
  if (farther !== null) widen.push({ change: 'miles', ...farther })
  if (widen.length > 0 || near === null || filter.networks.length === 0) return widen
  // A member's search begins in their own networks: if those have nobody at all, other networks may, farther away.
  const outside = await countFarther(near, count, { filter: { ...filter, networks: [] } })
  return outside === null ? [] : [{ change: 'filter', filter: 'networks', ...outside }]
}

/** The next larger radius within which someone is found, and how many; null: nobody anywhere. */
async function countFarther(
  near: Near,
  count: (change: Partial<Criteria>) => Promise<number>,
  change: Partial<Criteria>,
): Promise<{ readonly miles: number; readonly count: number } | null> {
  for (const miles of [...radiusSteps.filter((step) => step > near.miles), MAX_MILES].slice(-4)) {
    const found = await count({ ...change, near: { ...near, miles } })
    if (found > 0) return { miles, count: found }
  }
  return null
}

function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false
}

function summarizeKnown(shown: ShownDirectory): SearchAnswer['known'] {
  const facts = shown.generations.map((one) => one.facts)
  const flag = (name: 'gender' | 'accepting' | 'telehealth' | 'wheelchair' | 'saturday') =>
    facts.some((one) => one[name] === true)
  const all = (name: 'languages' | 'affiliations') => [...new Set(facts.flatMap((one) => one[name] ?? []))].sort()
  return {
    gender: flag('gender'),
    accepting: flag('accepting'),
    telehealth: flag('telehealth'),
    wheelchair: flag('wheelchair'),
    saturday: flag('saturday'),
    languages: all('languages'),
    hospitals: all('affiliations'),
    networks: [
      ...new Map(shown.networks.map((one) => [one.network_id, { networkId: one.network_id, name: one.name }])).values(),
    ].slice(0, maxOffered),
  }
}

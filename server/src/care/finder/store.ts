import { boxAround, type GeoPoint, projectPoint } from '@portico/rules/finder/distance'
import { maxFound, type ProviderKind, type ReportKind } from '@portico/rules/finder/limits'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { computeTerm } from './entry.ts'

export type EntryRow = Selectable<Tables['directory_entry']>

/** A network that a provider is in at a place; zip '': at all places. */
export type SeatRow = Pick<
  Selectable<Tables['directory_seat']>,
  'network_id' | 'zip' | 'accepting' | 'primary_care' | 'verified_on'
> & { readonly name: string }

/** An entry with the brand's networks on a day and the corrections by staff. */
export type KnownEntry = EntryRow & {
  readonly seats: readonly SeatRow[]
  /** The corrections of its place, newest first; a network correction has the network's name as value. */
  readonly corrections: readonly Pick<Selectable<Tables['directory_correction']>, 'kind' | 'value' | 'network_id'>[]
}

export type NetworkRow = Pick<
  Selectable<Tables['directory_network']>,
  'generation' | 'network_id' | 'name' | 'plan_ids'
>

/** The directories that a brand's people see: the shared one, and the brand's own, which takes precedence. */
export interface ShownDirectory {
  readonly brand: string
  readonly generations: readonly Selectable<Tables['directory_generation']>[]
  /** The brand's own networks, by name. */
  readonly networks: readonly NetworkRow[]
}

/** How many networks of a brand we tell apart: marketplace lists have one for each tier of each plan. */
export const maxNetworks = 1000
/** The most places of one provider in an answer; with several providers, fewer of each. */
export const maxPlaces = 200

export async function readShown(db: Reader, brand: string): Promise<ShownDirectory> {
  const { rows } = await sql<Selectable<Tables['directory_generation']> & { networks: NetworkRow[] }>`
    select g.*, array(select to_jsonb(n) from directory_network n
      where n.generation = g.generation and n.brand = ${brand} order by n.name limit ${maxNetworks}) as networks
    from directory_generation g where g.state = 'live' and g.source in ('', ${brand}) order by g.source
  `.execute(db)
  const generations = rows.map(({ networks: _, ...generation }) => generation)
  return { brand, generations, networks: rows.flatMap(({ networks }) => networks) }
}

const numbers = (shown: ShownDirectory) => shown.generations.map(({ generation }) => generation)

export interface EntryFilter {
  readonly networks: readonly string[]
  readonly kinds: readonly ProviderKind[]
  readonly accepting: boolean
  readonly telehealth: boolean
  readonly wheelchair: boolean
  readonly saturday: boolean
  readonly gender?: 'F' | 'M' | 'X' | undefined
  readonly spoken?: string | undefined
  readonly hospital?: string | undefined
}

export interface Near {
  readonly center: GeoPoint
  readonly miles: number
}

/** What to look an entry up by: a kind of care, or words of a name, each in one or more spellings. */
export type Lookup =
  | { readonly by: 'care'; readonly values: readonly string[]; readonly words: readonly (readonly string[])[] }
  | { readonly by: 'name'; readonly values: readonly string[]; readonly words: readonly (readonly string[])[] }

export type FoundEntryRow = Pick<
  EntryRow,
  'generation' | 'provider_id' | 'place' | 'lat' | 'lon' | 'name' | 'specialties' | 'kind' | 'city' | 'state'
>

/** The middle of the country: a search without a place takes the entries nearest to it, so that it always takes the same. */
const middle: GeoPoint = { lat: 39.8, lon: -98.6 }

/** Entries of a directory that have any of the values, at most `max` for each: the nearest; at equal distance, the first by name. */
export async function findEntries(
  db: Reader,
  shown: ShownDirectory,
  asked: {
    readonly lookup: Lookup
    readonly near: Near | null
    readonly filter: EntryFilter
    readonly day: string
    readonly max?: number
  },
): Promise<FoundEntryRow[]> {
  const { lookup, near, filter, day, max = maxFound } = asked
  const kind = lookup.by === 'care' ? 's' : 'w'
  const terms = numbers(shown).flatMap((generation) =>
    lookup.values.map((value) => computeTerm(generation, kind, value)),
  )
  if (terms.length === 0) return []
  const spot = projectPoint(near?.center ?? middle)
  const { low, high } = near === null ? { low: null, high: null } : boxAround(near.center, near.miles)
  const within =
    low === null || high === null
      ? sql`true`
      : sql`d.spot <@ box(point(${low.x}, ${low.y}), point(${high.x}, ${high.y}))`
  // The index returns the nearest, including all at the same distance as the last; names decide between those.
  const { rows } = await sql<FoundEntryRow>`
    select found.* from unnest(${terms}::bigint[]) as t (term) cross join lateral (
      select * from (
        select e.generation, e.provider_id, e.place, e.lat, e.lon, e.name, e.specialties, e.kind, e.city, e.state,
          d.spot <-> point(${spot.x}, ${spot.y}) as far
        from directory_term d join directory_entry e using (generation, provider_id, place)
        where d.term = t.term and ${within} and ${sql.join(conditions(shown, filter, lookup.words, day), sql` and `)}
        order by far fetch first (${max}) rows with ties
      ) nearest
      order by far, name collate "C", provider_id collate "C", place collate "C" limit ${max}
    ) found
  `.execute(db)
  return rows
}

/** Whether staff found something about the place of entry `e` to be wrong. */
export function isCorrected({ brand }: ShownDirectory, kind: ReportKind, more = sql`true`): RawBuilder<boolean> {
  return sql<boolean>`exists (select from directory_correction c where c.provider_id = e.provider_id and c.brand = ${brand}
    and c.kind = ${kind} and c.place in ('', e.place) and ${more})`
}

/** Whether a row `s` says that entry `e` is in a network of the brand on a day, and staff have not found otherwise. */
export function selectSeat(shown: ShownDirectory, day: string): RawBuilder<boolean> {
  return sql<boolean>`s.generation = any(${numbers(shown)}::int[]) and s.brand = ${shown.brand}
    and s.provider_id = e.provider_id and (s.zip = '' or s.zip = left(e.zip, 5))
    and (s.begins is null or s.begins <= ${day}) and (s.ends is null or s.ends >= ${day})
    and not ${isCorrected(shown, 'network', sql`c.network_id in ('', s.network_id)`)}`
}

/** For the providers in it, the brand's own directory alone decides. */
export function decides({ generations }: ShownDirectory): RawBuilder<boolean>[] {
  const own = generations.find(({ source }) => source !== '')?.generation
  if (own === undefined || generations.length === 1) return []
  return [
    sql<boolean>`(e.generation = ${own} or not exists (
      select from directory_entry o where o.generation = ${own} and o.provider_id = e.provider_id))`,
  ]
}

function conditions(
  shown: ShownDirectory,
  filter: EntryFilter,
  words: readonly (readonly string[])[],
  day: string,
): RawBuilder<unknown>[] {
  const seat = (more: RawBuilder<unknown>) =>
    sql`exists (select from directory_seat s where ${selectSeat(shown, day)} and ${more})`
  const all: RawBuilder<unknown>[] = [
    sql`not ${isCorrected(shown, 'left')}`,
    ...words.map((spellings) => sql`e.words && ${[...spellings]}::text[]`),
    ...decides(shown),
  ]
  const isAsked = sql`s.network_id = any(${[...filter.networks]}::text[])`
  if (filter.networks.length > 0) all.push(seat(isAsked))
  if (filter.kinds.length > 0) all.push(sql`e.kind = any(${[...filter.kinds]}::text[])`)
  // Accepting patients of another network does not help members of the requested networks.
  const counts = filter.networks.length > 0 ? isAsked : sql`true`
  if (filter.accepting)
    all.push(sql`(${seat(sql`s.accepting and ${counts}`)}
        or (e.accepting and not ${seat(sql`s.accepting is not null and ${counts}`)}))
      and not ${isCorrected(shown, 'not-accepting')}`)
  for (const flag of ['telehealth', 'wheelchair', 'saturday'] as const)
    if (filter[flag]) all.push(sql`e.${sql.ref(flag)}`)
  if (filter.gender !== undefined) all.push(sql`e.gender = ${filter.gender}`)
  if (filter.spoken !== undefined) all.push(sql`${filter.spoken} = any(e.languages)`)
  if (filter.hospital !== undefined) all.push(sql`${filter.hospital} = any(e.affiliations)`)
  return all
}

/** Words of names in a directory: the requested ones, and those that begin with the last one; most common first. */
export async function findWords(
  db: Reader,
  shown: ShownDirectory,
  asked: { readonly words: readonly string[]; readonly beginning: string | null; readonly max: number },
): Promise<{ word: string; entries: number }[]> {
  const begins =
    asked.beginning === null ? sql`false` : sql`word like ${`${asked.beginning.replace(/[%_\\]/g, '\\$&')}%`}`
  const { rows } = await sql<{ word: string; entries: number }>`
    select * from (
      (select word, sum(entries)::int as entries from directory_word
        where generation = any(${numbers(shown)}::int[]) and word = any(${[...asked.words]}::text[]) group by word)
      union
      (select word, sum(entries)::int as entries from directory_word
        where generation = any(${numbers(shown)}::int[]) and ${begins} group by word
        order by entries desc, word collate "C" limit ${asked.max})
    ) found order by entries desc, word collate "C"
  `.execute(db)
  return rows
}

/** The most common words of similar length and beginning, as candidates for a misspelled word. */
export async function similarWords(
  db: Reader,
  shown: ShownDirectory,
  word: string,
): Promise<{ word: string; entries: number }[]> {
  const { rows } = await sql<{ word: string; entries: number }>`
    select word, sum(entries)::int as entries from directory_word
    where generation = any(${numbers(shown)}::int[]) and word like ${`${word.slice(0, 1)}%`}
      and length(word) between ${word.length - 2} and ${word.length + 2}
    group by word order by entries desc, word collate "C" limit 4000
  `.execute(db)
  return rows
}

/** The columns of `KnownEntry` beyond the row of entry `e` itself. */
function selectKnown(shown: ShownDirectory, day: string): RawBuilder<unknown> {
  return sql`
    array(select jsonb_build_object('network_id', s.network_id, 'name', n.name, 'zip', s.zip, 'accepting', s.accepting,
        'primary_care', s.primary_care, 'verified_on', s.verified_on)
      from directory_seat s join directory_network n using (generation, brand, network_id)
      where ${selectSeat(shown, day)} order by n.name) as seats,
    array(select jsonb_build_object('kind', c.kind, 'network_id', c.network_id, 'value', coalesce(c.value, (
        select n.name from directory_network n where n.generation = any(${numbers(shown)}::int[]) and n.brand = c.brand
          and n.network_id = c.network_id limit 1)))
      from directory_correction c
      where c.brand = ${shown.brand} and c.provider_id = e.provider_id and c.place in ('', e.place)
      order by c.made_at desc) as corrections`
}

export async function readEntries(
  db: Reader,
  shown: ShownDirectory,
  rows: readonly Pick<EntryRow, 'generation' | 'provider_id' | 'place'>[],
  day: string,
): Promise<KnownEntry[]> {
  if (rows.length === 0) return []
  const keys = JSON.stringify(rows.map(({ generation, provider_id, place }) => ({ generation, provider_id, place })))
  const { rows: entries } = await sql<KnownEntry>`
    select e.*, ${selectKnown(shown, day)} from jsonb_to_recordset(${keys}::jsonb) as k (generation int, provider_id text, place text)
    join directory_entry e using (generation, provider_id, place)
  `.execute(db)
  const byKey = new Map(entries.map((one) => [toEntryKey(one), one]))
  return rows.flatMap((row) => byKey.get(toEntryKey(row)) ?? [])
}

export function toEntryKey({ provider_id, place }: Pick<EntryRow, 'provider_id' | 'place'>): string {
  return `${provider_id} ${place}`
}

/** A number that grows with the distance of entry `e` from a point. */
function farness({ lat, lon }: GeoPoint): RawBuilder<number> {
  return sql<number>`(power(sin(radians(e.lat - ${lat}::float8) / 2), 2)
    + cos(radians(e.lat)) * cos(radians(${lat}::float8)) * power(sin(radians(e.lon - ${lon}::float8) / 2), 2))`
}

/** A number that grows with the distance of a provider's nearest place; null for one without a place. */
export function selectFarness(
  shown: ShownDirectory,
  { center, providerId }: { readonly center: GeoPoint; readonly providerId: RawBuilder<unknown> },
): RawBuilder<number | null> {
  return sql<number | null>`(select min(${farness(center)}) from directory_entry e
    where e.generation = any(${numbers(shown)}::int[]) and e.provider_id = ${providerId}
      and ${sql.join([sql`not ${isCorrected(shown, 'left')}`, ...decides(shown)], sql` and `)})`
}

/** The places of some providers, at most `each` per provider: nearest to a point first, places they have left last. */
export async function readProviders(
  db: Reader,
  shown: ShownDirectory,
  asked: {
    readonly ids: readonly string[]
    readonly each: number
    readonly center: GeoPoint | null
    readonly day: string
  },
): Promise<(KnownEntry & { readonly places: number })[]> {
  const { ids, each, center, day } = asked
  const far = center === null ? sql`0` : farness(center)
  const { rows } = await sql<KnownEntry & { places: number }>`
    with ranked as (
      select e.generation, e.provider_id, e.place, count(*) over (partition by e.provider_id)::int as places, row_number() over (
        partition by e.provider_id order by ${isCorrected(shown, 'left')}, ${far}, e.place collate "C") as rank
      from directory_entry e
      where e.generation = any(${numbers(shown)}::int[]) and e.provider_id = any(${[...ids]}::text[])
        and ${sql.join([sql`true`, ...decides(shown)], sql` and `)}
    )
    select e.*, places, ${selectKnown(shown, day)} from ranked join directory_entry e using (generation, provider_id, place)
    where rank <= ${each} order by e.provider_id, rank
  `.execute(db)
  return rows
}

/** The names of some providers, by id. */
export async function readNames(
  db: Reader,
  shown: ShownDirectory,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0 || shown.generations.length === 0) return new Map()
  const { rows } = await sql<{ provider_id: string; name: string }>`
    select e.provider_id, min(e.name collate "C") as name from directory_entry e
    where e.generation = any(${numbers(shown)}::int[]) and e.provider_id = any(${[...ids]}::text[])
      and ${sql.join([sql`true`, ...decides(shown)], sql` and `)}
    group by e.provider_id
  `.execute(db)
  return new Map(rows.map(({ provider_id, name }) => [provider_id, name]))
}

/** A brand's networks by provider on a day, at any place that they have not left; providers without one are absent. */
export async function readMemberships(
  db: Reader,
  shown: ShownDirectory,
  ids: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0 || shown.generations.length === 0) return new Map()
  const { rows } = await sql<{ provider_id: string; networks: string[] }>`
    select e.provider_id, coalesce(array_agg(distinct s.network_id) filter (where s.network_id is not null), '{}') as networks
    from directory_entry e left join directory_seat s on ${selectSeat(shown, day)}
    where e.generation = any(${numbers(shown)}::int[]) and e.provider_id = any(${[...ids]}::text[])
      and ${sql.join([sql`not ${isCorrected(shown, 'left')}`, ...decides(shown)], sql` and `)}
    group by e.provider_id
  `.execute(db)
  return new Map(rows.map(({ provider_id, networks }) => [provider_id, networks]))
}

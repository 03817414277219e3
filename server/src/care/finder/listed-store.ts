import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { ListedFilter, ListedKey } from './listed.ts'
import { decides, type EntryRow, isCorrected, type ShownDirectory, selectSeat } from './store.ts'

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Whether a column may have a text, as far as we can tell without folding: a column with non-ASCII letters may. */
function mayHave(column: RawBuilder<unknown>, texts: readonly string[], isWithin: boolean): RawBuilder<boolean> {
  const like = texts.map((text) => sql`lower(ltrim(${column})) like ${`${isWithin ? '%' : ''}${escapeLike(text)}%`}`)
  // Separate conditions, so that an index can serve each.
  return sql<boolean>`(${sql.join(like, sql` or `)} or ${column} ~ '[^ -~]' or ${column} like '%  %')`
}

/**
 * Entries of providers who have a place in the brand's networks on a day, or one entry of each provider with `eachOnce`, in the order
 * of their keys, after a given one. A name or city with non-ASCII letters may be among them without matching.
 */
export async function listSeated(
  db: Reader,
  shown: ShownDirectory,
  asked: {
    readonly filter: ListedFilter
    readonly eachOnce: boolean
    readonly after: Pick<EntryRow, 'provider_id' | 'place'> | null
    readonly limit: number
    readonly day: string
    /** A directory to leave out; null: none. */
    readonly without: number | null
  },
): Promise<ListedKey[]> {
  const { filter, eachOnce, after, limit, day, without } = asked
  const conditions = [...selectThere(shown, filter, day), ...narrow(filter)]
  if (after !== null)
    conditions.push(
      eachOnce
        ? sql`e.provider_id > ${after.provider_id}`
        : sql`(e.provider_id, e.place) > (${after.provider_id}, ${after.place})`,
    )
  const generations = shown.generations.flatMap(({ generation }) => (generation === without ? [] : [generation]))
  const { rows } = await sql<ListedKey>`
    select found.*, greatest(g.live_at, (select max(c.made_at) from directory_correction c
      where c.brand = ${shown.brand} and c.provider_id = found.provider_id and c.place in ('', found.place))) as updated
    from directory_generation g cross join lateral (
      select ${eachOnce ? sql`distinct on (e.provider_id)` : sql``} e.generation, e.provider_id, e.place from directory_entry e
      where e.generation = g.generation and ${sql.join(conditions, sql` and `)}
      order by e.provider_id, e.place limit ${limit}
    ) found
    where g.generation = any(${generations}::int[])
    order by found.provider_id, found.place limit ${limit}
  `.execute(db)
  return rows
}

function selectThere(shown: ShownDirectory, { networkIds }: ListedFilter, day: string): RawBuilder<unknown>[] {
  const isAsked = networkIds === null ? sql`true` : sql`s.network_id = any(${[...networkIds]}::text[])`
  return [
    sql`exists (select from directory_seat s where ${selectSeat(shown, day)} and ${isAsked})`,
    sql`not ${isCorrected(shown, 'left')}`,
    ...decides(shown),
  ]
}

function narrow(filter: ListedFilter): RawBuilder<unknown>[] {
  const { people, providerIds, places, specialties, cities, states, zips, names } = filter
  const all: RawBuilder<unknown>[] = []
  if (people !== null) all.push(people ? sql`e.kind = 'individual'` : sql`e.kind <> 'individual'`)
  if (providerIds !== null) all.push(sql`e.provider_id = any(${[...providerIds]}::text[])`)
  if (places !== null) all.push(sql`e.provider_id || '-' || e.place = any(${[...places]}::text[])`)
  if (specialties !== null) all.push(sql`e.specialties && ${[...specialties]}::text[]`)
  if (cities !== null) all.push(mayHave(sql`e.city`, cities, false))
  if (states !== null) all.push(mayHave(sql`e.state`, states, false))
  if (zips !== null) all.push(sql`e.zip like any(${zips.map((zip) => `${escapeLike(zip)}%`)}::text[])`)
  if (names !== null)
    all.push(sql`(${mayHave(sql`e.name`, names, true)} or ${mayHave(sql`e.credential`, names, true)})`)
  return all
}

import { directoryTypes } from '@portico/contract/fhir/directory'
import { sql } from 'kysely'
import type { Condition } from '../member/search-statement.ts'
import type { ReceivedShelf } from '../open/received-statement.ts'

/** The directory to search, and the day. */
export interface ReceivedFor {
  readonly generation: number
  readonly brand: string
  readonly day: string
  /** Address of the API. */
  readonly base: string
  /** Providers whom staff have corrected. */
  readonly corrected: readonly string[]
  /** Corrected providers who have left, or are in none of the networks. */
  readonly hidden: readonly string[]
}

/** Types that are in a network themselves: their networks decide their days. */
const seated = ['PractitionerRole', 'OrganizationAffiliation']

/**
 * The part of a brand's received directory that is shown on a day, for a type or (null) all types: resources about no provider, about a
 * provider with a place in its networks, or referred to by one of those.
 */
export function selectShown(of: ReceivedFor, type: string | null): Condition {
  const { generation, brand, day, hidden } = of
  // Left out for roles, which saves lookups and keeps them out of the planner's estimates.
  const isSeated = sql`(d.provider_id is null or d.is_named or d.type = any(${seated}::text[])
      or exists (select from directory_seat s where s.generation = d.generation and s.brand = ${brand}
        and s.provider_id = d.provider_id and (s.begins is null or s.begins <= ${day}) and (s.ends is null or s.ends >= ${day}))
      or not exists (select from directory_entry e where e.generation = d.generation and e.provider_id = d.provider_id))`
  return sql`d.generation = ${generation} and d.body is not null and (d.begins is null or d.begins <= ${day})
    and (d.ends is null or d.ends >= ${day}) and ${type !== null && seated.includes(type) ? sql`true` : isSeated}
    and ${hidden.length === 0 ? sql`true` : sql`(d.provider_id is null or d.provider_id <> all(${[...hidden]}::text[]))`}
    and ${selectThere(of)}`
}

/** Prefix of references to a network. */
const network = 'network=Organization/'

/** Leaves out roles and services all of whose places were left, and roles that are in none of their networks at any place. */
function selectThere({ brand, corrected }: ReceivedFor): Condition {
  if (corrected.length === 0) return sql`true`
  return sql`(d.provider_id is null or d.places = '{}' or d.provider_id <> all(${[...corrected]}::text[])
    or exists (select from jsonb_each_text(d.places) p where not exists (select from directory_correction c
      where c.provider_id = d.provider_id and c.brand = ${brand} and c.kind = 'left' and c.place = p.value)
      and (not exists (select from unnest(d.refs) r where starts_with(r, ${network}))
        or exists (select from unnest(d.refs) r where starts_with(r, ${network}) and not exists (select from directory_correction c
          where c.provider_id = d.provider_id and c.brand = ${brand} and c.kind = 'network' and c.place in ('', p.value)
            and c.network_id in ('', substr(r, ${network.length + 1}::int)))))))`
}

/** When a resource last changed here: through its file, through staff, or because its first day came. */
export const selectUpdated = ({ brand, corrected }: ReceivedFor) => {
  const begun = sql`d.begins::date::timestamp at time zone 'America/New_York'`
  return corrected.length === 0
    ? sql<Date>`greatest(d.updated, ${begun})`
    : sql<Date>`greatest(d.updated, ${begun}, (select max(c.made_at) from directory_correction c where c.brand = ${brand}
        and c.provider_id = d.provider_id and (c.place = '' or c.place in (select value from jsonb_each_text(d.places)))))`
}

/** The tables for searching a directory's resources. */
export const toShelf = (of: ReceivedFor): ReceivedShelf => ({
  ...{ types: directoryTypes, base: of.base, table: 'fhir_directory', values: 'fhir_directory_value' },
  selectOwn: (row) => sql`${sql.ref(`${row}.generation`)} = ${of.generation}`,
  ownValues: sql`x.generation = ${of.generation}`,
  updated: selectUpdated(of),
})

import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { buildTerm } from '../open/received-statement.ts'
import type { Term } from '../open/source.ts'
import { type ReceivedFor, selectShown, selectUpdated, toShelf } from './received-statement.ts'

type Row = Selectable<Tables['fhir_directory']>

/** A shown resource of a received directory, with staff's corrections. */
export interface ReceivedRow extends Pick<Row, 'type' | 'id' | 'places' | 'profiles' | 'refs'> {
  readonly updated: Date
  readonly body: string
  /** Newest first. */
  readonly corrections: readonly Pick<
    Selectable<Tables['directory_correction']>,
    'kind' | 'value' | 'place' | 'network_id'
  >[]
}

const selectRow = (
  of: ReceivedFor,
) => sql`d.type, d.id, d.places, d.profiles, d.refs, d.body, ${selectUpdated(of)} as updated,
  ${of.corrected.length === 0 ? sql`'[]'::jsonb` : selectCorrections(of)} as corrections`

const selectCorrections = ({ brand }: ReceivedFor) => sql`coalesce((
    select jsonb_agg(jsonb_build_object('kind', c.kind, 'value', c.value, 'place', c.place, 'network_id', c.network_id)
      order by c.made_at desc)
    from directory_correction c where c.brand = ${brand} and c.provider_id = d.provider_id), '[]'::jsonb)`

/** A page of a search's results, in the order of ids. */
export async function listReceived(
  db: Reader,
  type: string,
  { terms, after, limit }: { readonly terms: readonly Term[]; readonly after: string | null; readonly limit: number },
  of: ReceivedFor,
): Promise<readonly ReceivedRow[]> {
  const conditions = [sql`d.type = ${type}`, selectShown(of, type)]
  if (after !== null) conditions.push(sql`d.id > ${after}`)
  for (const term of terms) conditions.push(await buildTerm(db, type, term, toShelf(of)))
  const { rows } = await sql<ReceivedRow>`select ${selectRow(of)} from fhir_directory d
    where ${sql.join(conditions, sql` and `)} order by d.id limit ${limit}`.execute(db)
  return rows
}

/** Those of some resources that are shown; each is `Type/id`. */
export async function readReceived(
  db: Reader,
  keys: readonly string[],
  of: ReceivedFor,
): Promise<readonly ReceivedRow[]> {
  if (keys.length === 0) return []
  const parts = keys.map((key) => key.split('/'))
  const { rows } = await sql<ReceivedRow>`select ${selectRow(of)} from fhir_directory d where ${selectShown(of, null)}
    and (d.type, d.id) in (select * from unnest(${parts.map(([type]) => type)}::text[], ${parts.map(([, id]) => id)}::text[]))`.execute(
    db,
  )
  return rows
}

/**
 * The first of some directories whose resources are stored as received, with the providers whom staff have corrected; undefined: there is
 * none.
 */
export async function readReceivedDirectory(
  db: Reader,
  generations: readonly number[],
  { brand, day }: Pick<ReceivedFor, 'brand' | 'day'>,
): Promise<Pick<ReceivedFor, 'generation' | 'corrected' | 'hidden'> | undefined> {
  const { rows } = await sql<Pick<ReceivedFor, 'generation' | 'corrected' | 'hidden'>>`
    select g.generation,
      array(select distinct provider_id from directory_correction where brand = ${brand}) as corrected,
      array(select distinct c.provider_id from directory_correction c where c.brand = ${brand} and c.place = '' and (c.kind = 'left'
        or c.kind = 'network' and not exists (select from directory_seat s where s.generation = g.generation and s.brand = c.brand
          and s.provider_id = c.provider_id and (s.begins is null or s.begins <= ${day}) and (s.ends is null or s.ends >= ${day})
          and not exists (select from directory_correction n where n.provider_id = c.provider_id and n.brand = c.brand
            and n.kind = 'network' and n.place = '' and n.network_id in ('', s.network_id))))) as hidden
    from unnest(${[...generations]}::int[]) g (generation)
    where exists (select from fhir_directory d where d.generation = g.generation) limit 1`.execute(db)
  return rows[0]
}

import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../../platform/db/database.ts'
import type { ReceivedPartData, Tables } from '../../../platform/db/tables.ts'
import { buildTerm } from '../open/received-statement.ts'
import type { Term } from '../open/source.ts'
import { type DrugsFor, selectShown, toDrugShelf } from './received-statement.ts'

/** A shown formulary resource. */
export type ShownDrugs = Pick<
  Selectable<Tables['fhir_formulary']>,
  'type' | 'id' | 'profiles' | 'refs' | 'body' | 'updated'
>

const columns = sql`d.type, d.id, d.profiles, d.refs, d.body, d.updated`

export type ShownParts = Pick<DrugsFor, 'whole' | 'cut'>

/** The shown parts of a brand's lists; null: no list came as resources. */
export async function readShownParts(db: Reader, brand: string): Promise<ShownParts | null> {
  const { rows } = await sql<ReceivedPartData>`
    select distinct r.* from formulary f, jsonb_to_recordset(f.received -> 'parts')
      as r (part int, begins text, ends text, without jsonb) where f.brand = ${brand}`.execute(db)
  if (rows.length === 0) return null
  const whole = new Set(rows.flatMap(({ part, without }) => (without.length === 0 ? part : [])))
  return { whole: [...whole], cut: rows.filter(({ part }) => !whole.has(part)) }
}

/** A page of a search's results, in the order of ids. */
export async function listShown(
  db: Reader,
  type: string,
  { terms, after, limit }: { readonly terms: readonly Term[]; readonly after: string | null; readonly limit: number },
  of: DrugsFor,
): Promise<readonly ShownDrugs[]> {
  const conditions = [sql`d.type = ${type}`, selectShown(of, 'd')]
  // The token index requires this condition, whatever type is requested.
  if (type !== 'Basic') conditions.push(sql`d.type <> 'Basic'`)
  if (after !== null) conditions.push(sql`d.id > ${after}`)
  for (const term of terms) conditions.push(await buildTerm(db, type, term, toDrugShelf(of)))
  const { rows } = await sql<ShownDrugs>`select ${columns} from fhir_formulary d
    where ${sql.join(conditions, sql` and `)} order by d.id limit ${limit}`.execute(db)
  return rows
}

/** Those of some resources that are shown; each is `Type/id`. */
export async function readShown(db: Reader, keys: readonly string[], of: DrugsFor): Promise<readonly ShownDrugs[]> {
  if (keys.length === 0) return []
  const parts = keys.map((key) => key.split('/'))
  const { rows } = await sql<ShownDrugs>`select ${columns} from fhir_formulary d where ${selectShown(of, 'd')}
    and (d.type, d.id) in (select * from unnest(${parts.map(([type]) => type)}::text[], ${parts.map(([, id]) => id)}::text[]))`.execute(
    db,
  )
  return rows
}

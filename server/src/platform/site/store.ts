import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'

interface Numbers {
  readonly cluster: string
  readonly database: string
}

/** The cluster's id, and the database's id within it. */
export async function readNumbers(db: Reader): Promise<Numbers> {
  const { rows } = await sql<Numbers>`
    select (pg_control_system()).system_identifier::text as cluster,
      (select oid::text from pg_database where datname = current_database()) as database`.execute(db)
  const [numbers] = rows
  if (numbers === undefined) throw new Error('PostgreSQL did not tell the number of its cluster.')
  return numbers
}

/** Recorded places of the real portal, oldest first. */
export async function listPlaces(db: Reader): Promise<readonly string[]> {
  const rows = await db.selectFrom('site').select('place').orderBy('adopted_at').execute()
  return rows.map(({ place }) => place)
}

export async function forgetPlaces(tx: Tx): Promise<void> {
  await tx.deleteFrom('site').execute()
}

export async function addPlace(
  tx: Tx,
  { place, by, now }: { readonly place: string; readonly by: string; readonly now: Date },
): Promise<void> {
  await tx
    .insertInto('site')
    .values({ place, adopted_by: by, adopted_at: now })
    .onConflict((conflict) => conflict.column('place').doNothing())
    .execute()
}

import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

/** A column with sealed values. */
export interface SealedColumn {
  readonly table: string
  readonly key: string
  readonly column: string
}

interface SealedValue {
  readonly id: string
  readonly sealed: Buffer
}

/** Lists the next sealed values in the order of their ids. */
export async function listSealed(
  db: Reader,
  { table, key, column }: SealedColumn,
  after: string | null,
  max: number,
): Promise<SealedValue[]> {
  const further = after === null ? sql`true` : sql`${sql.ref(key)} > ${after}::uuid`
  const { rows } = await sql<SealedValue>`
    select ${sql.ref(key)} as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${further} order by ${sql.ref(key)} limit ${max}`.execute(db)
  return rows
}

/** Replaces a sealed value, unless it has changed meanwhile. */
export async function replaceSealed(
  db: Reader,
  { table, key, column }: SealedColumn,
  { id, sealed }: SealedValue,
  anew: Buffer,
): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${anew}
    where ${sql.ref(key)} = ${id} and ${sql.ref(column)} = ${sealed}`.execute(db)
}

import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'

/** Identifies the versions of a file. */
interface RatesSource {
  readonly brand: string
  readonly source: string
}

/** Keeps a file that another one replaces, and lets the one go that it had replaced itself. */
export async function keepPricesBefore(tx: Tx, { brand, source }: RatesSource, fileId: string): Promise<void> {
  const ofSource = tx.updateTable('rates_file').where('brand', '=', brand).where('source', '=', source)
  await ofSource.set({ state: 'old' }).where('state', '=', 'before').execute()
  await ofSource.set({ state: 'before' }).where('file_id', '=', fileId).execute()
}

/** The day of the file whose prices are shown; null: of none, or it names no day. */
export async function findNewestDay(db: Reader, { brand, source }: RatesSource): Promise<string | null> {
  const found = await db
    .selectFrom('rates_file')
    .select('updated_on')
    .where('brand', '=', brand)
    .where('source', '=', source)
    .where('state', '=', 'current')
    .executeTakeFirst()
  return found?.updated_on ?? null
}

/** The services and the number of prices of the file that a new one would replace; null: it replaces none. */
export async function readReplaced(
  db: Reader,
  { brand, source }: RatesSource,
): Promise<{ readonly services: readonly string[]; readonly prices: number } | null> {
  const { rows } = await sql<{ file_id: string }>`select file_id from rates_file
    where brand = ${brand} and source = ${source} and state = 'current'`.execute(db)
  const [file] = rows
  if (file === undefined) return null
  const services = await sql<{ name: string }>`select distinct code_type || ' ' || code as name from rates_service
    where file_id = ${file.file_id}::uuid`.execute(db)
  const prices = await sql<{ count: number }>`select count(*)::int as count from rates_price
    where file_id = ${file.file_id}::uuid`.execute(db)
  return { services: services.rows.map(({ name }) => name), prices: prices.rows[0]?.count ?? 0 }
}

/** Shows the prices again that a run has replaced (IM-8). Returns whether there were any. */
export async function showPricesBefore(tx: Tx, runId: string): Promise<boolean> {
  const { rows } = await sql<{ current: string; before: string }>`
    select c.file_id as current, b.file_id as before from rates_file c join rates_file b using (brand, source)
    where c.run_id = ${runId}::uuid and c.state = 'current' and b.state = 'before' for update of c, b`.execute(tx)
  for (const { current, before } of rows) {
    await tx.updateTable('rates_file').set({ state: 'old' }).where('file_id', '=', current).execute()
    await tx.updateTable('rates_file').set({ state: 'current' }).where('file_id', '=', before).execute()
  }
  return rows.length > 0
}

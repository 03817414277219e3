import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'

/** Identifies the editions of a file. */
interface RatesSource {
  readonly brand: string
  readonly source: string
}

/** The edition of a file whose prices are shown. */
export async function findCurrent(db: Reader, { brand, source }: RatesSource, { lock = false } = {}) {
  return await db
    .selectFrom('rates_file')
    .select(['file_id', 'updated_on', 'run_id', 'entity'])
    .where('brand', '=', brand)
    .where('source', '=', source)
    .where('state', '=', 'current')
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
}

/**
 * Keeps the edition that a run replaces, and drops the edition before it. If the same run made the current edition, that one is dropped
 * instead: what was there before the run stays.
 */
export async function keepPricesBefore(
  tx: Tx,
  { brand, source }: RatesSource,
  of: { readonly before: { readonly file_id: string; readonly run_id: string } | undefined; readonly runId: string },
): Promise<void> {
  const ofSource = tx.updateTable('rates_file').where('brand', '=', brand).where('source', '=', source)
  const { before, runId } = of
  if (before?.run_id === runId) {
    await ofSource.set({ state: 'old' }).where('file_id', '=', before.file_id).execute()
    return
  }
  await ofSource.set({ state: 'old' }).where('state', '=', 'before').execute()
  if (before !== undefined) await ofSource.set({ state: 'before' }).where('file_id', '=', before.file_id).execute()
}

/** Moves a file to another source and name, unless that source already has a file. */
export async function adoptFile(
  tx: Tx,
  fileId: string,
  { name, ...of }: RatesSource & { readonly name: string },
): Promise<void> {
  const { source } = of
  if ((await findCurrent(tx, of)) === undefined)
    await tx.updateTable('rates_file').set({ source, name }).where('file_id', '=', fileId).execute()
}

/** The day of the file whose prices are shown; null: there is none, or it names no day. */
export async function findNewestDay(db: Reader, of: RatesSource): Promise<string | null> {
  return (await findCurrent(db, of))?.updated_on ?? null
}

/** The services and the number of prices of a file. */
export async function readHeld(
  db: Reader,
  fileId: string,
): Promise<{ readonly services: readonly string[]; readonly prices: number }> {
  const services = await sql<{ name: string }>`select distinct code_type || ' ' || code as name from rates_service
    where file_id = ${fileId}::uuid`.execute(db)
  const prices = await sql<{ count: number }>`select count(*)::int as count from rates_price
    where file_id = ${fileId}::uuid`.execute(db)
  return { services: services.rows.map(({ name }) => name), prices: prices.rows[0]?.count ?? 0 }
}

/**
 * Restores the prices that a run replaced, and hides those that it added as new files (IM-8). Returns whether there were any that
 * nothing has replaced since.
 */
export async function showPricesBefore(tx: Tx, runId: string): Promise<boolean> {
  const { rows } = await sql<{ current: string; before: string | null }>`
    select c.file_id as current, b.file_id as before from rates_file c
    left join rates_file b on b.brand = c.brand and b.source = c.source and b.state = 'before'
    where c.run_id = ${runId}::uuid and c.state = 'current'
      and not exists (select from rates_file later where later.run_id = c.run_id and later.state = 'before')
    for update of c`.execute(tx)
  for (const { current, before } of rows) {
    await tx.updateTable('rates_file').set({ state: 'old' }).where('file_id', '=', current).execute()
    if (before !== null)
      await tx.updateTable('rates_file').set({ state: 'current' }).where('file_id', '=', before).execute()
  }
  return rows.length > 0
}

import { sql } from 'kysely'
import { dayMs } from '../../platform/day.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { findCurrent, keepPricesBefore } from './before-store.ts'
import type { ListedPlan, RatesFile, RatesRows } from './importing.ts'

interface Run {
  readonly fileId: string
  readonly runId: string
  readonly now: Date
}

/** Begins a generation that stays hidden until it is complete. */
export async function beginRates(tx: Tx, { fileId, runId, now }: Run, hash: Buffer): Promise<void> {
  await tx
    .insertInto('rates_file')
    .values({
      file_id: fileId,
      brand: '',
      source: '',
      name: '',
      state: 'loading',
      plan_id: null,
      plan_name: null,
      is_listed: false,
      entity: '',
      updated_on: null,
      content_hash: hash,
      pieces: 0,
      run_id: runId,
      imported_at: now,
    })
    .execute()
}

export async function addRates(tx: Tx, fileId: string, { providers, services, prices }: RatesRows): Promise<void> {
  const file = sql`${fileId}::uuid`
  if (providers.length > 0)
    await sql`insert into rates_provider (file_id, ref, npi, tin, name, network)
      select ${file}, ref, npi, tin, name, network
      from jsonb_to_recordset(${JSON.stringify(providers)}::jsonb)
        as p (ref text, npi text, tin text, name text, network text)
      on conflict do nothing`.execute(tx)
  if (services.length > 0)
    await sql`insert into rates_service (file_id, item, arrangement, code_type, code, name, description, parts)
      select ${file}, item, arrangement, "codeType", code, name, description, parts
      from jsonb_to_recordset(${JSON.stringify(services)}::jsonb) as s (item integer, arrangement text, "codeType" text,
        code text, name text, description text, parts jsonb)`.execute(tx)
  if (prices.length > 0)
    await sql`insert into rates_price (file_id, item, refs, type, amount, billing_class, setting, modifiers, expires, note)
      select ${file}, item, refs, type, amount, "billingClass", setting, modifiers, expires, note
      from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as p (item integer, refs jsonb, type text,
        amount bigint, "billingClass" text, setting text, modifiers text, expires date, note text)`.execute(tx)
}

/**
 * Replaces the current generation with a complete new one, in one step; the previous one stays until the next run. If the current one
 * is newer, it changes nothing and returns the date of the current one; else null.
 */
export async function settleRates(
  tx: Tx,
  { fileId, runId }: Omit<Run, 'now'>,
  file: RatesFile,
): Promise<string | null> {
  const before = await findCurrent(tx, file, { lock: true })
  if (before?.updated_on != null && before.updated_on > file.updatedOn) return before.updated_on
  await keepPricesBefore(tx, file, { before, runId })
  await tx
    .updateTable('rates_file')
    .set({
      state: 'current',
      brand: file.brand,
      source: file.source,
      name: file.name,
      entity: file.entity,
      pieces: file.pieces,
      plan_id: file.planId,
      plan_name: file.planName,
      updated_on: file.updatedOn,
    })
    .where('file_id', '=', fileId)
    .execute()
  const plans = file.plans ?? (before === undefined ? [] : await listPlans(tx, before.file_id))
  if (plans.length > 0) await replacePlans(tx, fileId, plans)
  return null
}

async function listPlans(db: Reader, fileId: string): Promise<readonly ListedPlan[]> {
  return await db
    .selectFrom('rates_file_plan')
    .select(['plan_id as id', 'plan_name as name'])
    .where('file_id', '=', fileId)
    .execute()
}

/** Sets the plans that a file belongs to. */
export async function replacePlans(tx: Tx, fileId: string, plans: readonly ListedPlan[]): Promise<void> {
  await tx.deleteFrom('rates_file_plan').where('file_id', '=', fileId).execute()
  await sql`insert into rates_file_plan (file_id, plan_id, plan_name) select ${fileId}::uuid, id, name
    from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) as p (id text, name text) on conflict do nothing`.execute(
    tx,
  )
  await tx.updateTable('rates_file').set({ is_listed: true }).where('file_id', '=', fileId).execute()
}

/** The files of a brand whose prices are shown, with their original names. */
export async function listFilesByName(
  db: Reader,
  brand: string,
): Promise<readonly { readonly file_id: string; readonly name: string }[]> {
  return await db
    .selectFrom('rates_file')
    .select(['file_id', 'name'])
    .where('brand', '=', brand)
    .where('state', '=', 'current')
    .execute()
}

/** A loaded file with the same content; undefined: there is none. */
export async function findLoaded(db: Reader, hash: Buffer, brand: string | null) {
  return await db
    .selectFrom('rates_file')
    .select(['file_id', 'brand', 'source', 'name', 'plan_id', 'entity', 'updated_on', 'pieces'])
    .where('content_hash', '=', hash)
    .where('state', '=', 'current')
    .$if(brand !== null, (query) => query.where('brand', '=', brand))
    .executeTakeFirst()
}

export async function hasPrices(db: Reader, fileId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from rates_price p
    join rates_service s using (file_id, item) where p.file_id = ${fileId}::uuid) as has`.execute(db)
  return rows[0]?.has ?? false
}

/** Replaced generations, and incomplete ones whose run has ended. */
export async function listLeftOver(db: Reader, now: Date, hash: Buffer | null): Promise<string[]> {
  const rows = await db
    .selectFrom('rates_file')
    .select('file_id')
    .where((eb) =>
      eb.or([
        eb('state', '=', 'old'),
        eb('state', '=', 'loading').and('imported_at', '<', new Date(now.getTime() - dayMs)),
        ...(hash === null ? [] : [eb('state', '=', 'loading').and('content_hash', '=', hash)]),
      ]),
    )
    .execute()
  return rows.map(({ file_id }) => file_id)
}

/** How many rows we delete at once: few enough that nobody has to wait. */
const atOnce = 20_000

/** Deletes a part of a generation. Returns whether more is left. */
export async function deletePart(tx: Tx, fileId: string): Promise<boolean> {
  for (const table of ['rates_price', 'rates_service', 'rates_provider', 'rates_file_plan'] as const) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} where file_id = ${fileId}::uuid limit ${sql.lit(atOnce)}))`.execute(tx)
    if (numAffectedRows > 0n) return true
  }
  await tx.deleteFrom('rates_file').where('file_id', '=', fileId).where('state', 'in', ['loading', 'old']).execute()
  return false
}

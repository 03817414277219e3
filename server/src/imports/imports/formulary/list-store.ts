import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { ReceivedListData, TierCostsData } from '../../../platform/db/tables.ts'
import type { Period } from './periods.ts'

/** How a list covers a drug on some days. */
export interface Row extends Period {
  readonly drug_id: string
  readonly name: string
  readonly ingredient: string
  readonly strength: string | null
  readonly form: string | null
  readonly is_brand: boolean | null
  readonly rxnorm: string | null
  readonly tier: string | null
  readonly prior_authorization: boolean | null
  readonly step_therapy: boolean | null
  readonly quantity_limit: boolean | null
  readonly drug_class: string | null
}

export interface ListKey {
  readonly brand: string
  readonly planId: string
}

/** Locks a plan's list; undefined if it has none. */
export function lockList(tx: Tx, { brand, planId }: ListKey) {
  return tx
    .selectFrom('formulary')
    .select(['version', 'costs', 'received'])
    .where('brand', '=', brand)
    .where('plan_id', '=', planId)
    .forUpdate()
    .executeTakeFirst()
}

export async function readRows(tx: Tx, { brand, planId }: ListKey): Promise<Row[]> {
  const rows = await tx
    .selectFrom('formulary_drug')
    .selectAll()
    .where('brand', '=', brand)
    .where('plan_id', '=', planId)
    .execute()
  return rows.map(({ brand: _, plan_id: __, ...row }) => ({ ...row, ingredient: row.ingredient ?? row.name }))
}

export async function insertRows(tx: Tx, { brand, planId }: ListKey, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const placed = JSON.stringify(rows.map((row) => ({ brand, plan_id: planId, ...row })))
  await sql`insert into formulary_drug
    select * from jsonb_populate_recordset(null::formulary_drug, ${placed}::jsonb)`.execute(tx)
}

export async function deleteRows(
  tx: Tx,
  { brand, planId }: ListKey,
  rows: readonly Pick<Row, 'drug_id' | 'begins'>[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`delete from formulary_drug where brand = ${brand} and plan_id = ${planId}
    and (drug_id, begins) in (select * from unnest(${rows.map((row) => row.drug_id)}::text[],
      ${rows.map((row) => row.begins)}::date[]))`.execute(tx)
}

/** Deletes rows that no list has, which an interrupted run leaves; returns how many. */
export async function deleteUnlisted(tx: Tx, { brand, planId }: ListKey, max: number): Promise<number> {
  const { rows } = await sql`delete from formulary_drug where brand = ${brand} and plan_id = ${planId}
    and not exists (select from formulary where brand = ${brand} and plan_id = ${planId})
    and (drug_id, begins) in (select drug_id, begins from formulary_drug
      where brand = ${brand} and plan_id = ${planId} limit ${max})
    returning drug_id`.execute(tx)
  return rows.length
}

/** A plan's list without its rows. */
interface ListHead {
  readonly version: string
  readonly costs: TierCostsData
  readonly received: ReceivedListData
}

export async function upsertList(
  tx: Tx,
  { brand, planId, runId, now }: ListKey & { readonly runId: string; readonly now: Date },
  { version, costs, received }: ListHead,
): Promise<void> {
  const said = { version, costs: JSON.stringify(costs), received: JSON.stringify(received) }
  const values = { ...said, run_id: runId, imported_at: now }
  await tx
    .insertInto('formulary')
    .values({ brand, plan_id: planId, ...values })
    .onConflict((conflict) => conflict.columns(['brand', 'plan_id']).doUpdateSet(values))
    .execute()
}

/** Keeps a plan's list as it was before a run, for a roll-back; drops the one kept by an earlier run. */
export async function keepBefore(
  tx: Tx,
  { brand, planId, runId }: ListKey & { readonly runId: string },
  list: (ListHead & { readonly rows: readonly Row[] }) | undefined,
): Promise<void> {
  const before = list && { ...list, rows: list.rows.map((row) => ({ brand, plan_id: planId, ...row })) }
  const values = { list: before === undefined ? null : JSON.stringify(before), run_id: runId }
  await tx
    .insertInto('formulary_before')
    .values({ brand, plan_id: planId, ...values })
    .onConflict((conflict) => conflict.columns(['brand', 'plan_id']).doUpdateSet(values))
    .execute()
}

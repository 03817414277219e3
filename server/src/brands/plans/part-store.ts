import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { CataloguePart } from '../../platform/db/plan-columns.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** A brand's plan year, as keys of the tables. */
export interface YearKey {
  readonly brand: string
  readonly plan_year: number
}

interface PartRows {
  readonly table: RawBuilder<unknown>
  readonly id: RawBuilder<string>
  readonly content: RawBuilder<unknown>
  /** The part's own columns, the content last. */
  readonly columns: RawBuilder<unknown>
  /** Which rows of the table belong to the part. */
  readonly only: RawBuilder<boolean>
}

const listPlanRows = (table: string, content: string): PartRows => ({
  table: sql.table(table),
  id: sql`plan_id`,
  content: sql.ref(content),
  columns: sql`plan_id, ${sql.ref(content)}`,
  only: sql`true`,
})

const listPlaceRows = (kind: 'service' | 'rating'): PartRows => ({
  table: sql.table('shop_place'),
  id: sql`area_id`,
  content: sql`places`,
  columns: sql`kind, area_id, places`,
  only: sql`kind = ${kind}`,
})

const partRows: Readonly<Record<CataloguePart, PartRows>> = {
  plans: listPlanRows('shop_plan', 'content'),
  benefits: listPlanRows('shop_benefit', 'benefits'),
  rates: listPlanRows('shop_rate', 'rates'),
  service: listPlaceRows('service'),
  rating: listPlaceRows('rating'),
}

export const catalogueParts = Object.keys(partRows) as CataloguePart[]

/** The ids in a part of a year: plans or areas. */
export async function listPartIds(tx: Tx, { brand, plan_year }: YearKey, part: CataloguePart): Promise<string[]> {
  const { table, id, only } = partRows[part]
  const { rows } = await sql<{ id: string }>`select ${id} as id from ${table}
    where brand = ${brand} and plan_year = ${plan_year} and ${only}`.execute(tx)
  return rows.map((row) => row.id)
}

/** Where a part of a catalogue is stored. */
export function findPartRows(part: CataloguePart): PartRows {
  return partRows[part]
}

/** How many rows one statement inserts. */
const atOnce = 500

/** Replaces what a part of a year contains. */
export async function replacePart(
  tx: Tx,
  key: { readonly brand: string; readonly plan_year: number },
  part: CataloguePart,
  content: ReadonlyMap<string, unknown>,
): Promise<void> {
  const shown = shapes[part]
  let gone = tx.deleteFrom(shown.table).where('brand', '=', key.brand).where('plan_year', '=', key.plan_year)
  if (shown.table === 'shop_place') gone = gone.where(sql.ref('kind'), '=', part)
  await gone.execute()
  const rows = [...content].map(([id, value]) => ({ ...key, ...shown.cells(id, JSON.stringify(value)) }))
  for (let at = 0; at < rows.length; at += atOnce) {
    await tx
      .insertInto(shown.table)
      // The shape of a table knows its columns.
      .values(rows.slice(at, at + atOnce) as Insertable<Tables[typeof shown.table]>[])
      .execute()
  }
}

interface Shape {
  readonly table: 'shop_plan' | 'shop_benefit' | 'shop_rate' | 'shop_place'
  cells(id: string, json: string): Readonly<Record<string, string>>
}

const shapePlaces = (kind: 'service' | 'rating'): Shape => ({
  table: 'shop_place',
  cells: (area_id, places) => ({ kind, area_id, places }),
})

/** Where each part is stored. */
const shapes: Readonly<Record<CataloguePart, Shape>> = {
  plans: { table: 'shop_plan', cells: (plan_id, content) => ({ plan_id, content }) },
  benefits: { table: 'shop_benefit', cells: (plan_id, benefits) => ({ plan_id, benefits }) },
  rates: { table: 'shop_rate', cells: (plan_id, rates) => ({ plan_id, rates }) },
  service: shapePlaces('service'),
  rating: shapePlaces('rating'),
}

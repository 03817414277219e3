import { createHash } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../platform/db/database.ts'
import type { CataloguePart, CatalogueYear } from '../../platform/db/plan-columns.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** How many rows one statement inserts. */
const atOnce = 500

/**
 * Replaces a brand's year with what files say, part by part but all at once: until then readers see the previous generation. Returns how
 * each part compares to the previous one.
 */
export async function importYear(
  tx: Tx,
  of: { readonly brand: string; readonly planYear: number; readonly runId: string; readonly now: Date },
  year: CatalogueYear,
): Promise<Partial<Record<CataloguePart, 'created' | 'updated' | 'unchanged'>>> {
  const { brand, planYear, runId, now } = of
  const key = { brand, plan_year: planYear }
  // Makes two runs at once wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`catalogue ${brand} ${planYear}`}, 0))`.execute(tx)
  const known = await tx
    .selectFrom('shop_catalogue')
    .select(['hashes', 'small_group'])
    .where('brand', '=', brand)
    .where('plan_year', '=', planYear)
    .executeTakeFirst()
  const hashes: Partial<Record<CataloguePart, string>> = { ...known?.hashes }
  const outcome: Partial<Record<CataloguePart, 'created' | 'updated' | 'unchanged'>> = {}
  for (const part of parts) {
    const content = year[part]
    if (content === undefined) continue
    const hash = hashContent(content)
    outcome[part] = hashes[part] === undefined ? 'created' : hashes[part] === hash ? 'unchanged' : 'updated'
    if (hashes[part] === hash) continue
    hashes[part] = hash
    await replacePart(tx, key, part, content)
  }
  const smallGroup = JSON.stringify(
    year.smallGroup === undefined ? (known?.small_group ?? []) : [...year.smallGroup].sort(),
  )
  const isSame = smallGroup === JSON.stringify(known?.small_group ?? [])
  if (isSame && Object.values(outcome).every((one) => one === 'unchanged')) return outcome
  const row = {
    small_group: smallGroup,
    generation: uuidv7(),
    hashes: JSON.stringify(hashes),
    run_id: runId,
    loaded_at: now,
  }
  await tx
    .insertInto('shop_catalogue')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['brand', 'plan_year']).doUpdateSet(row))
    .execute()
  return outcome
}

async function replacePart(
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

const parts = Object.keys(shapes) as CataloguePart[]

function hashContent(content: ReadonlyMap<string, unknown>): string {
  const sorted = [...content].sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64')
}

/** The loaded plans for small groups by year, about which new files may say more. */
export async function readKnownSmallGroup(tx: Tx, brand: string): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const rows = await tx
    .selectFrom('shop_catalogue')
    .select(['plan_year', 'small_group'])
    .where('brand', '=', brand)
    .execute()
  return new Map(rows.map(({ plan_year, small_group }) => [plan_year, new Set(small_group)]))
}

/** The loaded plans and service areas of a year, to which new files may refer. */
export async function readKnownYear(
  tx: Tx,
  brand: string,
  planYear: number,
): Promise<{ readonly plans: ReadonlySet<string>; readonly areas: ReadonlySet<string> }> {
  const plans = await tx
    .selectFrom('shop_plan')
    .select('plan_id')
    .where('brand', '=', brand)
    .where('plan_year', '=', planYear)
    .execute()
  const areas = await tx
    .selectFrom('shop_place')
    .select('area_id')
    .where('brand', '=', brand)
    .where('plan_year', '=', planYear)
    .where('kind', '=', 'service')
    .execute()
  return {
    plans: new Set(plans.map(({ plan_id }) => plan_id)),
    areas: new Set(areas.map(({ area_id }) => area_id)),
  }
}

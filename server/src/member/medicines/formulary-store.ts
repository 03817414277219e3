import { listPlanNames } from '@portico/rules/coverage/plan-names'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { CoveredDrug, NamedDrug } from './formularies.ts'

/**
 * The ids under which a plan may have its list of a day, its own first: also without a marketplace variant, and with the day's year if
 * lists are named by year (`GOLD-2027`, whether the plan itself is known as `GOLD` or as `GOLD-2026`).
 */
function listListNames(planId: string, day: string): readonly string[] {
  const year = day.slice(0, 4)
  const [, name, sign] = /^(.*[^\d])([-_ ])20\d\d$/.exec(planId) ?? []
  const ofYear =
    name === undefined ? ['-', '_'].map((one) => `${planId}${one}${year}`) : [`${name}${sign}${year}`, name]
  return [...new Set([...listPlanNames(planId), ...ofYear])]
}

/**
 * A plan's list for a day, else its list for other days, under whichever of its ids has one: the list's version, the costs of its
 * tiers, and when it was imported.
 */
export function findFormulary(db: Reader, brand: string, planId: string, day: string) {
  return db
    .selectFrom('formulary')
    .select(['plan_id', 'version', 'costs', 'imported_at'])
    .where('brand', '=', brand)
    .where('plan_id', 'in', listListNames(planId, day))
    .orderBy(
      ({ exists, selectFrom }) =>
        exists(
          selectFrom('formulary_drug')
            .select('formulary_drug.plan_id')
            .whereRef('formulary_drug.brand', '=', 'formulary.brand')
            .whereRef('formulary_drug.plan_id', '=', 'formulary.plan_id')
            .where(countsOn(day)),
        ),
      'desc',
    )
    .orderBy(sql`plan_id = ${planId}`, 'desc')
    .orderBy(sql`length(plan_id)`, 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether a plan has sent a list for a day. */
export async function hasFormulary(db: Reader, brand: string, planId: string, day: string): Promise<boolean> {
  const row = await db
    .selectFrom('formulary_drug')
    .select('plan_id')
    .where('brand', '=', brand)
    .where('plan_id', 'in', listListNames(planId, day))
    .where(countsOn(day))
    // A first import writes its rows before the list itself.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('formulary')
          .select('formulary.plan_id')
          .where('formulary.brand', '=', brand)
          .whereRef('formulary.plan_id', '=', 'formulary_drug.plan_id'),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Which of these plans have sent a list for any day. */
export async function listPlansWithList(db: Reader, brand: string, planIds: readonly string[]): Promise<Set<string>> {
  const sent = await db
    .selectFrom('formulary')
    .select('plan_id')
    .where('brand', '=', brand)
    .where(sql<boolean>`plan_id = any(${[...planIds]}::text[])`)
    .execute()
  return new Set(sent.map(({ plan_id }) => plan_id))
}

/** For each plan with a list for a day, which of these drugs are on it, or a single row without a drug. */
export function listDrugsOfPlans(
  db: Reader,
  brand: string,
  { planIds, day }: { readonly planIds: readonly string[]; readonly day: string },
  drugIds: readonly string[],
) {
  return (
    db
      .selectFrom('formulary as f')
      .leftJoin(
        (eb) => eb.selectFrom('formulary_drug').selectAll().where(countsOn(day)).as('d'),
        (join) =>
          join
            .onRef('d.brand', '=', 'f.brand')
            .onRef('d.plan_id', '=', 'f.plan_id')
            .on(sql<boolean>`d.drug_id = any(${[...drugIds]}::text[])`),
      )
      .select(['f.plan_id', 'd.drug_id', 'd.tier'])
      .where('f.brand', '=', brand)
      .where(sql<boolean>`f.plan_id = any(${[...planIds]}::text[])`)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('formulary_drug')
            .select('formulary_drug.plan_id')
            .whereRef('formulary_drug.brand', '=', 'f.brand')
            .whereRef('formulary_drug.plan_id', '=', 'f.plan_id')
            .where(countsOn(day)),
        ),
      )
      // Rows with stated days come before rows that always apply.
      .orderBy('d.begins', 'desc')
      .execute()
  )
}

/** The names of drugs that are on any list of the brand. */
export function listDrugNames(db: Reader, brand: string, drugIds: readonly string[]): Promise<NamedDrug[]> {
  return db
    .selectFrom('formulary as f')
    .innerJoin('formulary_drug as d', (join) =>
      join.onRef('d.brand', '=', 'f.brand').onRef('d.plan_id', '=', 'f.plan_id'),
    )
    .select(['d.drug_id as drugId', 'd.name', 'd.strength', 'd.form'])
    .distinctOn('d.drug_id')
    .where('f.brand', '=', brand)
    .where(sql<boolean>`d.drug_id = any(${[...drugIds]}::text[])`)
    .orderBy('d.drug_id')
    .orderBy('d.plan_id')
    .execute()
}

/** Whether a row of a list applies on a day. */
function countsOn(day: string) {
  return sql<boolean>`formulary_drug.begins <= ${day}::date and formulary_drug.ends >= ${day}::date`
}

/** The drugs of a plan's list on a day. */
export async function readDrugs(
  db: Reader,
  { brand, planId, day }: { readonly brand: string; readonly planId: string; readonly day: string },
): Promise<CoveredDrug[]> {
  const rows = await db
    .selectFrom('formulary_drug')
    .distinctOn('drug_id')
    .select(['drug_id as drugId', 'name', 'ingredient', 'strength', 'form', 'is_brand as isBrand', 'tier'])
    .select(['prior_authorization as priorAuthorization', 'step_therapy as stepTherapy'])
    .select(['quantity_limit as quantityLimit', 'drug_class as drugClass'])
    .where('brand', '=', brand)
    .where('plan_id', '=', planId)
    .where(countsOn(day))
    .orderBy('drug_id')
    // Rows with stated days come before rows that always apply.
    .orderBy('begins', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, priceCents: null }))
}

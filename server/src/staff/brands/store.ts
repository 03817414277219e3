import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type BrandVersion = Selectable<Tables['brand_version']>

/** The versions that wait, with the login IDs of their authors. */
export function listWaitingBrands(db: Reader): Promise<(BrandVersion & { readonly madeBy: string | null })[]> {
  return db
    .selectFrom('brand_version as v')
    .leftJoin('account', 'account.account_id', 'v.made_by')
    .selectAll('v')
    .select('account.login_id as madeBy')
    .where('v.state', '=', 'waiting')
    .orderBy('v.brand')
    .limit(200)
    .execute()
}

/** The version in force of each brand in the console. */
export async function listVersionsInForce(db: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('brand_version')
    .select((of) => ['brand', of.fn.max('version').as('version')])
    .where('state', '=', 'confirmed')
    .groupBy('brand')
    .execute()
  return new Map(rows.map(({ brand, version }) => [brand, version]))
}

/** For each brand in the console, the last version that was in force before the present one and differs from it. */
export async function listVersionsBefore(db: Reader): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ brand: string; version: number }>`
    select one.brand, max(one.version) as version
    from brand_version one
    join (select distinct on (brand) brand, version, files, withdrawn from brand_version where state = 'confirmed'
      order by brand, version desc) present
      on present.brand = one.brand and present.version > one.version and (present.withdrawn or present.files <> one.files)
    where one.state = 'confirmed' and not one.withdrawn
    group by one.brand`.execute(db)
  return new Map(rows.map(({ brand, version }) => [brand, version]))
}

export async function findConfirmedBrand(db: Reader, brand: string, version: number): Promise<BrandVersion> {
  return db
    .selectFrom('brand_version')
    .selectAll()
    .where((is) => is.and({ brand, version, state: 'confirmed' }))
    .executeTakeFirstOrThrow()
}

export async function findWaitingBrand(db: Reader, brand: string, version: number): Promise<BrandVersion | undefined> {
  return db
    .selectFrom('brand_version')
    .selectAll()
    .where((is) => is.and({ brand, version, state: 'waiting' }))
    .executeTakeFirst()
}

/** Stores a version that waits, replacing another waiting one. Call it with the administration locked. */
export async function insertBrandVersion(
  tx: Tx,
  made: Pick<BrandVersion, 'brand' | 'files' | 'withdrawn' | 'reason' | 'made_by' | 'made_at'>,
): Promise<void> {
  const { brand, files, made_by: by, made_at: at } = made
  await tx
    .updateTable('brand_version')
    .set({ state: 'dropped', decided_by: by, decided_at: at })
    .where((is) => is.and({ brand, state: 'waiting' }))
    .execute()
  const last = await tx
    .selectFrom('brand_version')
    .select((of) => of.fn.max('version').as('version'))
    .where('brand', '=', brand)
    .executeTakeFirst()
  const version = (last?.version ?? 0) + 1
  await tx
    .insertInto('brand_version')
    .values({ ...made, version, state: 'waiting', files: JSON.stringify(files) })
    .execute()
}

export async function settleBrandVersion(
  tx: Tx,
  { brand, version }: Pick<BrandVersion, 'brand' | 'version'>,
  decided: { readonly state: 'confirmed' | 'dropped'; readonly by: string; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('brand_version')
    .set({ state: decided.state, decided_by: decided.by, decided_at: decided.at })
    .where((is) => is.and({ brand, version }))
    .execute()
}

/**
 * Whether two accounts belong to the same person, who cannot act as both of two: the same account, or another login with the same
 * address.
 */
export async function isSamePerson(db: Reader, one: string, other: string): Promise<boolean> {
  if (one === other) return true
  const { rows } = await sql`
    select from account a join account b on lower(trim(a.email)) = lower(trim(b.email))
    where a.account_id = ${one} and b.account_id = ${other}`.execute(db)
  return rows.length > 0
}

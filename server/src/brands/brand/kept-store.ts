import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { KeptBrand } from './load.ts'

/** The brands in the console as last confirmed (BR-8). */
export async function listKeptBrands(db: Reader): Promise<KeptBrand[]> {
  return db
    .selectFrom('brand_version')
    .distinctOn('brand')
    .select(['brand as code', 'files', 'withdrawn'])
    .where('state', '=', 'confirmed')
    .orderBy('brand')
    .orderBy('version', 'desc')
    .execute()
}

/** Changes whenever a version is confirmed. */
export async function describeKept(db: Reader): Promise<string> {
  const { rows } = await sql<{ kept: string | null }>`
    select string_agg(brand || ' ' || version, ',' order by brand, version) as kept from brand_version
    where state = 'confirmed'`.execute(db)
  return rows[0]?.kept ?? ''
}

import { readKeptBrands } from '../../brands/brand/configured.ts'
import { asChecked, judgeBrand, type KeptBrand, type LoadedBrand } from '../../brands/brand/load.ts'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Reader } from '../../platform/db/database.ts'

/** The current brands: a confirmed change counts at once, even if this instance has not loaded it yet. */
export async function readLiveBrands(
  db: Reader,
  brands: Pick<BrandService, 'all'>,
): Promise<ReadonlyMap<string, LoadedBrand>> {
  const served = new Map(brands.all.map((one) => [one.record.code, one]))
  for (const kept of await readKeptBrands(db)) {
    if (served.get(kept.code)?.origin === 'folder') continue
    const { loaded } = judgeBrand(kept, [])
    if (loaded !== null) served.set(kept.code, loaded)
  }
  return served
}

/** What is wrong with a brand, by itself and next to the others. */
export function findBrandProblems(
  live: ReadonlyMap<string, LoadedBrand>,
  { code, files }: KeptBrand,
): readonly string[] {
  const others = [...live.values()].filter(({ record }) => record.code !== code).map(asChecked)
  return judgeBrand({ code, files }, others).problems
}

import { join, resolve } from 'node:path'
import { withOverrides } from '@portico/rules/brand/overrides'
import type { Database, Reader } from '../../platform/db/database.ts'
import { listKeptBrands } from './kept-store.ts'
import { type BrandSet, type KeptBrand, loadEveryBrand } from './load.ts'

const shipped = join(resolve(import.meta.dirname, '../../../..'), 'brands')

/** The brands of an installation. */
export interface ConfiguredBrands {
  /** The folder of brands outside the program; undefined: none. */
  readonly brandsDir: string | undefined
  /** Which of the program's own brands it serves besides `default` and `shop`; null: all. */
  readonly shippedBrands: readonly string[] | null
}

/**
 * All brands that the settings name, and those in the console. Calls `warn` with the code of each of the installation's own brands that
 * is left out.
 */
export function loadConfiguredBrands(
  { brandsDir, shippedBrands }: ConfiguredBrands,
  warn: (message: string, code: string) => void,
  kept: readonly KeptBrand[] = [],
): BrandSet {
  return loadEveryBrand(shipped, { own: brandsDir, kept, only: shippedBrands, adjust: withOverrides, warn })
}

/** The brands in the console as last confirmed. */
export function readKeptBrands(db: Reader): Promise<KeptBrand[]> {
  return listKeptBrands(db)
}

/** The same for a command, which reports on standard error which brands are left out. */
export async function loadBrandsFrom(config: ConfiguredBrands, database: Pick<Database, 'read'>): Promise<BrandSet> {
  const warn = (message: string) => void process.stderr.write(`${message}\n`)
  return loadConfiguredBrands(config, warn, await readKeptBrands(database.read))
}

/** The same settings, for programs that read no others. */
export function readConfiguredBrands(environment: Readonly<Record<string, string | undefined>>): ConfiguredBrands {
  const { BRANDS_DIR, SHIPPED_BRANDS } = environment
  return {
    brandsDir: BRANDS_DIR || undefined,
    shippedBrands: SHIPPED_BRANDS ? SHIPPED_BRANDS.split(',').map((code) => code.trim().toLowerCase()) : null,
  }
}

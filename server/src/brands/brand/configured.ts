import { join, resolve } from 'node:path'
import { withOverrides } from '@portico/rules/brand/overrides'
import type { Database, Reader } from '../../platform/db/database.ts'
import { listKeptBrands } from './kept-store.ts'
import { type BrandSet, type KeptBrand, loadEveryBrand } from './load.ts'

const shipped = join(resolve(import.meta.dirname, '../../../..'), 'brands')

/** Which brands an installation has. */
export interface ConfiguredBrands {
  /** Those beside the program; undefined: none. */
  readonly brandsDir: string | undefined
  /** Which of the program's own it serves besides `default` and `shop`; null: all. */
  readonly shippedBrands: readonly string[] | null
}

/** All brands that the settings name, and those of the console. `warn` is told of each of one's own that is left out, with its code. */
export function loadConfiguredBrands(
  { brandsDir, shippedBrands }: ConfiguredBrands,
  warn: (message: string, code: string) => void,
  kept: readonly KeptBrand[] = [],
): BrandSet {
  return loadEveryBrand(shipped, { own: brandsDir, kept, only: shippedBrands, adjust: withOverrides, warn })
}

/** The brands of the console as they were last confirmed. */
export function readKeptBrands(db: Reader): Promise<KeptBrand[]> {
  return listKeptBrands(db)
}

/** The same for a command, which tells on standard error what is left out. */
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

import { join, resolve } from 'node:path'
import { withOverrides } from '@portico/rules/brand/overrides'
import { type BrandSet, loadEveryBrand } from './load.ts'

const shipped = join(resolve(import.meta.dirname, '../../../..'), 'brands')

/** Which brands an installation has. */
export interface ConfiguredBrands {
  /** Those beside the program; undefined: none. */
  readonly brandsDir: string | undefined
  /** Which of the program's own it serves besides `default` and `shop`; null: all. */
  readonly shippedBrands: readonly string[] | null
}

/** All brands that the settings name. `warn` is told of each of one's own that is left out, with its code. */
export function loadConfiguredBrands(
  { brandsDir, shippedBrands }: ConfiguredBrands,
  warn: (message: string, code: string) => void,
): BrandSet {
  return loadEveryBrand(shipped, { own: brandsDir, only: shippedBrands, adjust: withOverrides, warn })
}

/** The same settings, for programs that read no others. */
export function readConfiguredBrands(environment: Readonly<Record<string, string | undefined>>): ConfiguredBrands {
  const { BRANDS_DIR, SHIPPED_BRANDS } = environment
  return {
    brandsDir: BRANDS_DIR || undefined,
    shippedBrands: SHIPPED_BRANDS ? SHIPPED_BRANDS.split(',').map((code) => code.trim().toLowerCase()) : null,
  }
}

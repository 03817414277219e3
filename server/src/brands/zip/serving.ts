import { deriveFrom } from '../brand/live-brands.ts'
import type { BrandSet } from '../brand/load.ts'
import type { ZipTable } from './table.ts'

/**
 * The table with the counties and states that brands claim for themselves, which take precedence over the territories read at start-up
 * (BR-11): a county before its state.
 */
export function withStatesOfBrands(zips: ZipTable, brands: BrandSet): ZipTable {
  const readClaimed = deriveFrom(
    brands,
    () =>
      new Map(
        [...brands.values()].flatMap(({ brand, isWithdrawn }) =>
          isWithdrawn ? [] : [...brand.states, ...brand.counties].map((place) => [place, brand.code] as const),
        ),
      ),
  )
  return {
    ...zips,
    findBrand: (zip) => {
      const claimed = readClaimed()
      const [county] = claimed.size === 0 ? [] : zips.counties(zip)
      const found = (county && (claimed.get(county.fips) ?? claimed.get(county.state))) ?? zips.findBrand(zip)
      return found !== null && brands.get(found)?.isWithdrawn ? null : found
    },
  }
}

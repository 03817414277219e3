import { deriveFrom } from '../brand/live-brands.ts'
import type { BrandSet } from '../brand/load.ts'
import type { ZipTable } from './table.ts'

/** The table with the states that brands claim for themselves, which count before the territories read at the start (BR-11). */
export function withStatesOfBrands(zips: ZipTable, brands: BrandSet): ZipTable {
  const readStates = deriveFrom(
    brands,
    () =>
      new Map(
        [...brands.values()].flatMap(({ brand, isWithdrawn }) =>
          isWithdrawn ? [] : brand.states.map((state) => [state, brand.code] as const),
        ),
      ),
  )
  return {
    ...zips,
    findBrand: (zip) => {
      const claimed = readStates()
      const [county] = claimed.size === 0 ? [] : zips.counties(zip)
      const found = (county && claimed.get(county.state)) ?? zips.findBrand(zip)
      return found !== null && brands.get(found)?.isWithdrawn ? null : found
    },
  }
}

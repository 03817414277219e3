import { isZipCode } from '@portico/rules/validation/zip-code'
import type { BrandService } from '../../brands/brand/service.ts'
import type { ZipTable } from '../../brands/zip/table.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'

export interface County {
  readonly fips: string
  readonly name: string
  readonly state: string
}

/** A ZIP code's part of a county. */
export interface Home extends County {
  readonly zipCode: string
}

/** The counties and brands of ZIP codes in the shop. */
export interface Territory {
  /** The brand that a caller names, or the page's. */
  findBrand(named: string | undefined, context: Pick<CallContext, 'cookies' | 'host'>): string
  /**
   * Throws OTHER-BRAND if a link would open something under a brand other than its own (SH-6); programs that show nothing pass no
   * brand.
   */
  refuseOther(own: string, shownAs: string | undefined): void
  /** The counties of a ZIP code, and the chosen one. Throws FIELD-INVALID. */
  counties(zipCode: string, chosen: string): { readonly counties: readonly County[]; readonly county: Home | null }
  /** The chosen county of a ZIP code, or its only one; null if newer ZIP tables have none or several. */
  home(zipCode: string, chosen: string): Home | null
  /** The brand of a ZIP code, if it is neither this one nor a brand of the same plan. */
  otherBrand(zipCode: string, brand: string): string | null
}

export function createTerritory({
  brands,
  zips,
}: {
  readonly brands: BrandService
  readonly zips: ZipTable
}): Territory {
  const listCounties = (zipCode: string): County[] =>
    zips.counties(zipCode).map(({ fips, name, state }) => ({ fips, name, state }))
  const findHome = (zipCode: string, chosen: string): Home | null => {
    const counties = listCounties(zipCode)
    const only = chosen === '' && counties.length === 1 ? counties[0] : undefined
    const county = counties.find(({ fips }) => fips === chosen) ?? only
    return county === undefined ? null : { ...county, zipCode }
  }
  return {
    findBrand: (named, context) => brands.at(context, named).code,
    refuseOther: (own, shownAs) => {
      if (shownAs !== undefined && shownAs !== own) throw new CallError('OTHER-BRAND', { details: [own] })
    },
    counties: (zipCode, chosen) => {
      if (!isZipCode(zipCode)) throw fieldError('zipCode', zipCode.trim() === '' ? 'field.required' : 'zip.invalid')
      const counties = listCounties(zipCode)
      if (counties.length === 0) throw fieldError('zipCode', 'zip.unknown')
      if (chosen !== '' && counties.every(({ fips }) => fips !== chosen))
        throw fieldError('county', 'select.not-chosen')
      return { counties, county: findHome(zipCode, chosen) }
    },
    home: findHome,
    otherBrand: (zipCode, brand) => {
      const served = zips.findBrand(zipCode)
      if (served === null) return null
      return brands.get(served).sharedBrandCode === brands.get(brand).sharedBrandCode ? null : served
    },
  }
}

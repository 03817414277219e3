import { siteSearch } from '@portico/contract/calls/search'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { type SiteSearchParts, searchContent } from './service.ts'

export function bindSearch(
  binder: Binder,
  { brands, ...parts }: SiteSearchParts & { readonly brands: BrandService },
): void {
  binder.bind(siteSearch, async ({ body }, { language }) => {
    const found = brands.all.find(({ brand }) => brand.code === body.brand)
    if (found === undefined) throw new CallError('NOT-FOUND')
    return { results: await searchContent(parts, { query: body.searchQuery, brand: found.brand, language }) }
  })
}

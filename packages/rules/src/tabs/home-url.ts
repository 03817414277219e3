import { DEFAULT_BRAND, SHOP_BRAND } from '../brand/directory.ts'
import { type BrandIdentity, isMinnesota } from '../brand/families.ts'

/** Where Home leads (HD-3). */
export function homeUrl(brand: BrandIdentity): string {
  if (isMinnesota(brand)) return '/member/home'
  return brand.code === DEFAULT_BRAND || brand.code === SHOP_BRAND ? '/home' : '/mbr/#!/landing'
}

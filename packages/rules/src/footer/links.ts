import type { BrandIdentity } from '../brand/families.ts'

/** A link of the footer, as operators configure it (FT-2). */
export interface FooterLink {
  readonly id: string
  readonly label: string
  readonly url: string
  readonly newWindow: boolean
  /** Only in the mobile variant. */
  readonly mobileOnly: boolean
  /** Shared codes of the brands that show it; empty: every brand. */
  readonly brandVisibility: readonly string[]
}

/** The links that a brand shows in a variant, in order (FT-1, FT-2). */
export function footerLinks(
  links: readonly FooterLink[],
  { brand, mobile }: { readonly brand: BrandIdentity; readonly mobile: boolean },
): FooterLink[] {
  return links.filter(
    ({ mobileOnly, brandVisibility }) =>
      (mobile || !mobileOnly) && (brandVisibility.length === 0 || brandVisibility.includes(brand.sharedBrandCode)),
  )
}

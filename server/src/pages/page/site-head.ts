import type { PageState } from '@portico/contract/page'

/** The head for search engines on a page of a brand's own site (SH-10); null for every other page. */
export interface SiteHead {
  readonly description: string
  readonly canonical: string
  /** An Organization as defined by schema.org. */
  readonly organization: object
}

export function siteHead({ view, brand }: Pick<PageState, 'view' | 'brand'>): SiteHead | null {
  if (view.name !== 'site') return null
  const { site } = view
  const { home } = site.links
  const addresses = Object.values(brand.social).filter((address) => typeof address === 'string')
  return {
    description: site.description,
    canonical: site.links[site.section],
    organization: {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: brand.name,
      slogan: brand.tagline,
      url: home,
      logo: home.startsWith('http') ? new URL(brand.mark, home).href : brand.mark,
      sameAs: addresses,
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer service',
        telephone: brand.servicePhone,
        areaServed: brand.brandState,
        availableLanguage: ['en', 'es'],
      },
    },
  }
}

import type { PageState } from '@portico/contract/page'
import { checkedLanguages, type Language } from '@portico/rules/languages/list'

/** The head of a page that search engines and link previews may show: a brand's own site (SH-10), and its shops. */
export interface SiteHead {
  readonly description: string
  readonly canonical: string
  /** The same page in each language, and, as `x-default`, in the visitor's language. */
  readonly alternates: readonly { readonly language: Language | 'x-default'; readonly address: string }[]
  /** An Organization as defined by schema.org; null except on the brand's own site. */
  readonly organization: object | null
}

type Shown = Pick<PageState, 'view' | 'brand' | 'url' | 'session' | 'project'>

/** Null for every other page; `about` is the page's own description. */
export function siteHead(page: Shown, about: string | null): SiteHead | null {
  const { view } = page
  if (view.name === 'site') {
    const { site } = view
    return { ...addresses(page, site.links[site.section]), description: site.description, organization: describe(page) }
  }
  const { links } = page.brand
  if (about === null || page.session !== null) return null
  const isMedicare =
    page.project === 'chmmcr' || page.project === 'chmmed' || /\/medicare(\/|$)/.test(page.url.replace(/\?.*$/s, ''))
  return { ...addresses(page, isMedicare ? links.medicare : links.shop), description: about, organization: null }
}

function addresses({ url }: Shown, plain: string): Pick<SiteHead, 'canonical' | 'alternates'> {
  const inLanguage = (language: Language) => `${plain}?language=${language}`
  const named = new URLSearchParams(url.split('?')[1]).get('language')
  const own = checkedLanguages.find((one) => one === named)
  return {
    canonical: own === undefined ? plain : inLanguage(own),
    alternates: [
      ...checkedLanguages.map((language) => ({ language, address: inLanguage(language) })),
      { language: 'x-default', address: plain },
    ],
  }
}

function describe({ view, brand }: Shown): object | null {
  if (view.name !== 'site') return null
  const { home } = view.site.links
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: brand.name,
    slogan: brand.tagline,
    url: home,
    logo: home.startsWith('http') ? new URL(brand.mark, home).href : brand.mark,
    sameAs: Object.values(brand.social).filter((address) => typeof address === 'string'),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone: brand.servicePhone,
      areaServed: brand.brandState,
      availableLanguage: checkedLanguages,
    },
  }
}

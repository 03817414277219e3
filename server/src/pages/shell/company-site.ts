import { type CompanySite, SiteContent, SiteNews } from '@portico/contract/calls/company-site'
import type { Language } from '@portico/contract/page'
import type { SiteSection } from '@portico/rules/content/site'
import type { HostInfo } from '@portico/rules/environment/host'
import { projectUrl } from '@portico/rules/environment/projects'
import * as v from 'valibot'
import type { LoadedBrand } from '../../brands/brand/load.ts'
import type { ContentService } from '../../brands/content/service.ts'

export type Site = v.InferOutput<typeof CompanySite>

const names = { home: 'COMPANY_SITE_HOME', cce: 'COMPANY_SITE_CCE', wts: 'COMPANY_SITE_WTS' } as const
const newsName = 'COMPANY_SITE_NEWS'
const shownNews = 4

/** Addresses of a brand's own site and its two sections. */
export function siteLinks({ brand }: LoadedBrand, host: HostInfo): Site['links'] {
  return {
    home: projectUrl({ project: 'chmcom', brand, host }),
    cce: projectUrl({ project: 'chmcce', brand, host }),
    wts: projectUrl({ project: 'chmwts', brand, host }),
  }
}

/** A page of a brand's own site (SH-10); null if there is none, or it is invalid. */
export async function readCompanySite(
  content: Pick<ContentService, 'texts'>,
  asked: {
    readonly section: SiteSection
    readonly loaded: LoadedBrand
    readonly host: HostInfo
    readonly language: Language
  },
): Promise<Site | null> {
  const { section, loaded, host, language } = asked
  const { name, tagline } = loaded.texts[language]
  const own = await content.texts([names[section], newsName], { brand: loaded.brand.sharedBrandCode, language })
  const fillTemplate = (key: string) =>
    (own.get(key) ?? '').replaceAll('{brand}', inJson(name)).replaceAll('{tagline}', inJson(tagline))
  const page = v.safeParse(v.pipe(v.string(), v.parseJson(), SiteContent), fillTemplate(names[section]))
  if (!page.success) return null
  const news = v.safeParse(v.pipe(v.string(), v.parseJson(), SiteNews), fillTemplate(newsName))
  const shown = section === 'home' && news.success ? news.output : []
  return {
    section,
    ...page.output,
    news: shown.toSorted((one, other) => other.day.localeCompare(one.day)).slice(0, shownNews),
    links: siteLinks(loaded, host),
  }
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1)
}

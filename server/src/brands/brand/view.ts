import type { BrandView, Language } from '@portico/contract/page'
import type { HostInfo } from '@portico/rules/environment/host'
import { projectUrl } from '@portico/rules/environment/projects'
import { ownDomains } from '@portico/rules/session/sign-out'
import type { BrandImageName, LoadedBrand } from './load.ts'
import { findNurseLine, type ServiceLine } from './service-line.ts'

/** Address of a brand's drawing; it changes with the drawing, so that it can be cached forever. */
export function imageUrl(loaded: LoadedBrand, name: BrandImageName): string {
  return `/brand/${loaded.brand.code}/${name}.${loaded.images[name].hash}.svg`
}

/** A brand as a page shows it, with the released texts in place of its own. */
export function viewBrand(shown: {
  readonly loaded: LoadedBrand
  readonly language: Language
  readonly host: HostInfo
  readonly line: ServiceLine
  readonly texts: Readonly<Record<string, string>>
}): BrandView {
  const { loaded, language, host, line } = shown
  const { brand } = loaded
  const { tagline, legalText } = shown.texts
  const { nurseLineHours: _hours, ...texts } = loaded.texts[language]
  return {
    code: brand.code,
    sharedBrandCode: brand.sharedBrandCode,
    storeID: brand.storeID,
    brandState: brand.brandState,
    uracAccredited: brand.uracAccredited,
    uracID: brand.uracID,
    ttyNumber: brand.ttyNumber,
    memberNumber: brand.memberNumber,
    footerDescription: brand.footerDescription,
    ...texts,
    ...(tagline !== undefined && { tagline }),
    ...(legalText !== undefined && { legalText }),
    customerServiceHours: line.hours,
    nurseLine: findNurseLine(loaded, language),
    social: brand.social,
    logo: imageUrl(loaded, brand.look.header === 'dark' ? 'logoOnDark' : 'logo'),
    mark: imageUrl(loaded, 'mark'),
    header: brand.look.header,
    scene: brand.look.scene,
    servicePhone: line.phoneNumber,
    links: {
      home: '/',
      shop: projectUrl({ project: 'chmhcr', brand, host }),
      medicare: projectUrl({ project: 'chmmed', brand, host }),
      staff: projectUrl({ project: 'chmstf', brand, host, page: 'login/' }),
    },
    domains: ownDomains(brand),
  }
}

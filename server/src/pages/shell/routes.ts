import { companySite } from '@portico/contract/calls/company-site'
import { languageContent, needHelp, nonDiscrimination } from '@portico/contract/calls/content'
import { servicePhone } from '@portico/rules/brand/service-phone'
import { parseHost } from '@portico/rules/environment/host'
import { LANGUAGE_CONTENT } from '@portico/rules/languages/menu'
import * as v from 'valibot'
import type { BrandService } from '../../brands/brand/service.ts'
import type { LanguageNotices } from '../../brands/content/language-notices.ts'
import type { ContentService } from '../../brands/content/service.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { readCompanySite } from './company-site.ts'
import { readHelp } from './help.ts'

export interface ShellRouteParts {
  readonly brands: BrandService
  readonly content: ContentService
  readonly notices: LanguageNotices
  readonly defaultServicePhone: string
}

/** Data that menus and notices fetch when opened; the answer depends only on the address, so it may be cached. */
export function bindShell(binder: Binder, { brands, content, notices, defaultServicePhone }: ShellRouteParts): void {
  binder.bind(languageContent, async ({ query }) => {
    const { brand } = requireLoaded(query.brand)
    const visibleTo = async (code: string) => {
      const name = LANGUAGE_CONTENT.regional
      const value = (await content.texts([name], { brand: code, language: 'en' })).get(name)
      const parsed = v.safeParse(v.object({ languages: v.array(v.string()) }), parseJson(value))
      return parsed.success ? parsed.output.languages : []
    }
    const [own, northDakota, wyoming] = await Promise.all([brand.sharedBrandCode, 'NDBCBS', 'WYBCBS'].map(visibleTo))
    const { phone } = servicePhone({ brand, member: { isNDMedicaid: false } })
    return {
      menuVisibleLanguageIds: own ?? [],
      menuVisibleLanguageIdsND: northDakota ?? [],
      menuVisibleLanguageIdsWY: wyoming ?? [],
      phoneNumbers: {
        phone: phone.kind === 'number' ? phone.number : defaultServicePhone,
        medicaid: brand.medicaidServiceNumber,
        tty: brand.ttyNumber,
      },
      languages: notices(brand.sharedBrandCode).map(({ lang, native, text }) => ({
        titleHTMLUnicode: native,
        titleHTMLLang: lang,
        messageHTMLUnicode: text,
        languageIds: [lang],
      })),
    }
  })

  binder.bind(nonDiscrimination, async ({ query }) => {
    const { brand } = requireLoaded(query.brand)
    const asker = { brand: brand.sharedBrandCode, language: query.language }
    const { matched } = await content.explain({ name: 'NON_DISCRIMINATION', ...asker })
    if (matched === null) throw new CallError('NOT-FOUND')
    return { language: matched.language === 'es' ? ('es' as const) : ('en' as const), text: matched.value }
  })

  binder.bind(needHelp, async ({ query }) => {
    const { brand } = requireLoaded(query.brand)
    const help = await readHelp(content, { brand, language: query.language })
    if (help === null) throw new CallError('NOT-FOUND')
    return help
  })

  binder.bind(companySite, async ({ query }, context) => {
    const { section, language } = query
    const host = parseHost(context.host)
    const site = await readCompanySite(content, { section, language, host, loaded: requireLoaded(query.brand) })
    if (site === null) throw new CallError('NOT-FOUND')
    return site
  })

  function requireLoaded(code: string) {
    const found = brands.all.find(({ brand }) => brand.code === code)
    if (found === undefined) throw new CallError('NOT-FOUND')
    return found
  }
}

function parseJson(value: string | undefined): unknown {
  try {
    return JSON.parse(value ?? '')
  } catch {
    return null
  }
}

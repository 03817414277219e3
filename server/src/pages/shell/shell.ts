import type { Language, ShellView } from '@portico/contract/page'
import type { Brand } from '@portico/rules/brand/types'
import { CHAT_KEY_PREFIX, CHAT_KEYS, type ChatKey, readChatHours } from '@portico/rules/chat/availability'
import { footerLinks } from '@portico/rules/footer/links'
import { findLocale, languages } from '@portico/rules/languages/list'
import { LANGUAGE_CONTENT, languageMenu, meaningfulAccessName } from '@portico/rules/languages/menu'
import { type ConfiguredTab, TAB_IDS, TABS_CONTENT } from '@portico/rules/tabs/types'
import * as v from 'valibot'
import type { ContentService } from '../../brands/content/service.ts'
import { isoDayAfter } from '../../platform/day.ts'

export interface ShellParts {
  readonly content: Pick<ContentService, 'texts' | 'readChangedAt'>
  readonly languageNames: ReadonlyMap<string, string>
  /** Eastern days `yyyy-mm-dd`. */
  readonly holidays: ReadonlySet<string>
}

export interface ShellRequest {
  readonly brand: Brand
  readonly language: Language
  readonly mobile: boolean
  /** In the shop, or signed in without a plan here: these people have their own tabs. */
  readonly shop?: boolean
  /** Null before sign-in and for people who are not members. */
  readonly member: { readonly isNDMedicaid: boolean } | null
  readonly chat: { readonly switchedOn: boolean; readonly address: string | null }
  /** Eastern day `yyyy-mm-dd`. */
  readonly today: string
}

/** The content service's texts for the header, menus and footers, with a warning for every unreadable item. */
export interface Shell {
  readonly view: ShellView
  /** The brand's tabs for this variant, before any are removed (HD-2). */
  readonly tabs: readonly ConfiguredTab[]
  readonly coverageTab: { readonly label: string; readonly url: string } | null
  readonly reports: readonly string[]
}

const names = {
  coverageTab: 'MBR_COVERAGE_TAB',
  footerLinks: 'MBR_FOOTER_LINKS',
  sidebarTitle: 'MBR_MESSAGE_CENTER_SIDEBAR_TITLE',
  accessText: 'MBR_MEANINGFUL_ACCESS_LINK_TEXT',
  nonDiscrimination: LANGUAGE_CONTENT.nonDiscrimination,
} as const

const text = v.pipe(v.string(), v.nonEmpty())
const Href = v.object({ href: text })
const TabLink = v.object({ label: text, url: text })
const Tabs = v.array(
  v.object({
    id: v.picklist(TAB_IDS),
    label: v.exactOptional(text),
    url: v.exactOptional(text),
    icon: text,
    showText: v.boolean(),
    active: v.boolean(),
    linkTarget: v.picklist(['_self', '_blank']),
  }),
)
const Regional = v.object({ languages: v.array(text) })
const Links = v.array(
  v.object({
    id: text,
    label: text,
    url: text,
    newWindow: v.boolean(),
    mobileOnly: v.boolean(),
    brandVisibility: v.array(v.string()),
  }),
)

const dayFormat = (locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'America/New_York' })
/** Created once: creating some of them takes longer than rendering a page. */
const dayFormats = new Map(languages.map((language) => [language, dayFormat(findLocale(language))]))

/** How many days ahead a page knows the holidays, in case it stays open. */
const knownDays = 14

/** Reads a brand's shell texts in one go (LG-1, LG-2, FT-1, FT-2, CH-2, MC-1, HD-2, HD-3). */
export async function readShell(
  { content, languageNames, holidays }: ShellParts,
  request: ShellRequest,
): Promise<Shell> {
  const { brand, language, mobile, shop = false, member, chat, today } = request
  const accessName = meaningfulAccessName(member)
  const chatNames = CHAT_KEYS.map((key) => `${CHAT_KEY_PREFIX}${key}` as const)
  const tabsName = TABS_CONTENT[shop ? 'shop' : mobile ? 'mobile' : 'desktop']
  const { additionalText, regional: regionalName } = LANGUAGE_CONTENT
  const wanted = [...Object.values(names), tabsName, additionalText, regionalName, accessName]
  const [texts, changedAt] = await Promise.all([
    content.texts([...wanted, ...chatNames], {
      brand: brand.sharedBrandCode,
      language,
      qualifiers: { relationship: 'subscriber' },
    }),
    content.readChangedAt(),
  ])
  const reports: string[] = []
  const json = <T>(name: string, schema: v.GenericSchema<unknown, T>): T | null => {
    const value = texts.get(name)
    const parsed = value === undefined ? null : v.safeParse(schema, parseJson(value))
    if (parsed?.success) return parsed.output
    reports.push(`content ${name} is ${value === undefined ? 'missing' : 'not what it should be'}`)
    return null
  }

  const access = json(accessName, Href)
  const rights = json(names.nonDiscrimination, Href)
  const regional = json(LANGUAGE_CONTENT.regional, Regional)
  const languages = (regional?.languages ?? []).flatMap((languageCode) => {
    const nativeName = languageNames.get(languageCode)
    if (nativeName === undefined) reports.push(`language ${languageCode} has no name`)
    return nativeName === undefined ? [] : [{ languageCode, nativeName }]
  })
  return {
    tabs: json(tabsName, Tabs) ?? [],
    coverageTab: json(names.coverageTab, TabLink),
    view: {
      contentVersion: String(changedAt.getTime()),
      lastUpdated: dayFormats.get(language)?.format(changedAt) ?? '',
      sidebarTitle: texts.get(names.sidebarTitle) ?? null,
      languageMenu: languageMenu({
        brand,
        languages,
        additionalText: texts.get(LANGUAGE_CONTENT.additionalText) ?? null,
        href: access?.href ?? null,
      }),
      meaningfulAccess: access && { href: access.href, text: texts.get(names.accessText) ?? null },
      nonDiscrimination: rights?.href ?? null,
      footerLinks: footerLinks(json(names.footerLinks, Links) ?? [], { brand, mobile }).map((link) =>
        link.id === 'non-discrimination' && rights !== null ? { ...link, url: rights.href } : link,
      ),
      chat: member && chat.switchedOn && chat.address !== null ? readChat(chat.address) : null,
    },
    reports,
  }

  function readChat(address: string): ShellView['chat'] {
    const configured = Object.fromEntries(
      CHAT_KEYS.flatMap((key) => {
        const value = texts.get(`${CHAT_KEY_PREFIX}${key}`)
        return value === undefined ? [] : [[key, value]]
      }),
    ) as Partial<Record<ChatKey, string>>
    const { hours, texts: shown, unreadable } = readChatHours(configured)
    for (const key of unreadable) reports.push(`content ${CHAT_KEY_PREFIX}${key} is not what it should be`)
    const days = Array.from({ length: knownDays }, (_, index) => isoDayAfter(today, index))
    return { address, hours, ...shown, closedDays: days.filter((day) => holidays.has(day)) }
  }
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}
